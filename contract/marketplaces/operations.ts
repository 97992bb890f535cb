import { z } from "zod";
import { filterText, recordId } from "#contract/fields.ts";
import { command, download, edit, query } from "#contract/operation.ts";
import { paged, paging, pickerPageSize } from "#contract/paging.ts";
import {
  addMarketplace,
  managedMarketplace,
  managedMarketplaceFilters,
  managedMarketplaceRow,
  managedMarketplaceSortFields,
  marketplaceCommand,
  marketplaceSchema,
  updateMarketplaceAddress,
  updateMarketplaceBasis,
  updateMarketplaceChannel,
  updateMarketplaceClauses,
  updateMarketplaceDetails,
  updateMarketplaceFeed,
  webhookTest,
} from "./schema.ts";
import { shopOrderCommand, shopOrderRow, shopOrderSortFields } from "./shops.ts";

const view = { permission: "marketplaces.view", feature: "marketplaces" } as const;
const forShops = { permission: "deliveries.edit", feature: "shops" } as const;
const forEditors = { permission: "marketplaces.edit", feature: "marketplaces" } as const;

/** All but the list for pickers is not part of other APIs. */
export const marketplaces = {
  list: query("Marketplaces", {
    description:
      "Lists marketplaces for pickers and filters. Includes those that are not active, because records of the past name them.",
    permission: "signedIn",
    input: paging(["name"], { maxPageSize: pickerPageSize }),
    output: paged(marketplaceSchema),
  }),
  manage: query("marketplaces/managed", {
    description: "Lists marketplaces for those who maintain them, a page at a time.",
    ...view,
    input: managedMarketplaceFilters.extend(paging(managedMarketplaceSortFields).shape),
    output: paged(managedMarketplaceRow),
  }),
  get: query("marketplaces/{id}", {
    description:
      "Returns a marketplace with its clauses, product feed and channel. Secrets of the channel are not answered.",
    ...view,
    input: z.object({ id: recordId }),
    output: managedMarketplace,
  }),
  add: command("marketplaces/AddMarketplace", {
    description: "Adds a marketplace. Returns its id.",
    permission: "marketplaces.add",
    effect: "work",
    feature: "marketplaces",
    input: addMarketplace,
    output: z.number().int(),
  }),
  updateDetails: command("marketplaces/UpdateMarketplaceDetails", {
    description: "Changes the names, ABN, order numbers and logo of a marketplace.",
    ...forEditors,
    effect: "work",
    input: updateMarketplaceDetails.extend(edit),
  }),
  updateAddress: command("marketplaces/UpdateMarketplaceAddress", {
    description: "Changes the business address of a marketplace.",
    ...forEditors,
    effect: "work",
    input: updateMarketplaceAddress.extend(edit),
  }),
  updateClauses: command("marketplaces/UpdateMarketplaceClauses", {
    description: "Changes the clauses of a marketplace's agreement. Suppliers that have agreed have to agree again.",
    ...forEditors,
    effect: "work",
    input: updateMarketplaceClauses.extend(edit),
  }),
  updateBasis: command("marketplaces/UpdateMarketplaceBasis", {
    description:
      "Sets the day from which a marketplace sells as agent of its suppliers, instead of buying from them. Refused where orders on the other basis have been placed. Suppliers that have agreed have to agree again.",
    ...forEditors,
    effect: "work",
    input: updateMarketplaceBasis.extend(edit),
  }),
  updateFeed: command("marketplaces/UpdateProductFeed", {
    description: "Changes the product feed of a marketplace.",
    ...forEditors,
    effect: "work",
    feature: "productFeeds",
    input: updateMarketplaceFeed.extend(edit),
  }),
  renewFeedAddress: command("marketplaces/RenewFeedAddress", {
    description: "Gives the product feed a new address. The one before it no longer answers.",
    ...forEditors,
    effect: "withdrawal",
    feature: "productFeeds",
    input: marketplaceCommand,
  }),
  feed: download("feeds/{marketplaceId}/{secret}", {
    description:
      "Returns the products that are listed on a marketplace, in Google's format. The secret in the path is the permission.",
    permission: "anyone",
    feature: "productFeeds",
    input: z.object({ marketplaceId: recordId, secret: z.string().max(64) }),
  }),
  updateChannel: command("marketplaces/UpdateMarketplaceChannel", {
    description: "Changes where a marketplace is told about products, stock and orders: a webhook or a connected shop.",
    ...forEditors,
    effect: "destination",
    input: updateMarketplaceChannel.extend(edit),
    secretFields: ["WebhookSecret", "ShopSecret", "ShopClientSecret"],
  }),
  testWebhook: query("marketplaces/TestWebhook", {
    description:
      "Sends a test event to the channel of a marketplace, and returns what came back. Not a command: it waits for another server, which must not keep a transaction open.",
    ...forEditors,
    method: "POST",
    input: marketplaceCommand,
    output: webhookTest,
  }),
  shopOrders: query("marketplaces/{marketplaceId}/ShopOrders", {
    description: "Lists orders of a connected shop that somebody has to look at.",
    ...forShops,
    input: z
      .object({ marketplaceId: recordId, shopOrderId: filterText() })
      .extend(paging(shopOrderSortFields, { direction: "Descending" }).shape),
    output: paged(shopOrderRow),
  }),
  readShopOrders: command("marketplaces/ReadShopOrders", {
    description: "Reads the changed orders of a shop within seconds, instead of with the next quarter of an hour.",
    ...forShops,
    effect: "work",
    input: marketplaceCommand,
  }),
  readShopOrder: command("marketplaces/ReadShopOrder", {
    description: "Reads one order of a shop again, for example after its products were added.",
    ...forShops,
    effect: "work",
    input: shopOrderCommand,
  }),
  leaveOutShopOrder: command("marketplaces/LeaveOutShopOrder", {
    description:
      "Marks an order of a shop as dealt with. It does not become an order here any more, or stays as it is.",
    ...forShops,
    effect: "work",
    input: shopOrderCommand,
  }),
  deactivate: command("marketplaces/DeactivateMarketplace", {
    description:
      "Deactivates a marketplace. Nothing new is listed or agreed there any more, and what is published is withdrawn.",
    ...forEditors,
    effect: "withdrawal",
    canBeUndone: true,
    input: marketplaceCommand,
  }),
  activate: command("marketplaces/ActivateMarketplace", {
    description: "Activates a marketplace again.",
    ...forEditors,
    effect: "work",
    input: marketplaceCommand,
  }),
  previewAgreement: download("marketplaces/{id}/AgreementPreview", {
    description: "Returns the agreement as an example supplier would get it now, as PDF.",
    ...view,
    input: z.object({ id: recordId }),
  }),
};
