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
  /** For pickers and filters: also those that are not active, because records of the past name them. */
  list: query("Marketplaces", {
    permission: "signedIn",
    input: paging(["name"], { maxPageSize: pickerPageSize }),
    output: paged(marketplaceSchema),
  }),
  manage: query("marketplaces/managed", {
    ...view,
    input: managedMarketplaceFilters.extend(paging(managedMarketplaceSortFields).shape),
    output: paged(managedMarketplaceRow),
  }),
  get: query("marketplaces/{id}", { ...view, input: z.object({ id: recordId }), output: managedMarketplace }),
  /** Returns the new marketplace's id. */
  add: command("marketplaces/AddMarketplace", {
    permission: "marketplaces.add",
    effect: "work",
    feature: "marketplaces",
    input: addMarketplace,
    output: z.number().int(),
  }),
  updateDetails: command("marketplaces/UpdateMarketplaceDetails", {
    ...forEditors,
    effect: "work",
    input: updateMarketplaceDetails.extend(edit),
  }),
  updateAddress: command("marketplaces/UpdateMarketplaceAddress", {
    ...forEditors,
    effect: "work",
    input: updateMarketplaceAddress.extend(edit),
  }),
  /** Suppliers that have agreed have to agree again. */
  updateClauses: command("marketplaces/UpdateMarketplaceClauses", {
    ...forEditors,
    effect: "work",
    input: updateMarketplaceClauses.extend(edit),
  }),
  updateFeed: command("marketplaces/UpdateProductFeed", {
    ...forEditors,
    effect: "work",
    feature: "productFeeds",
    input: updateMarketplaceFeed.extend(edit),
  }),
  /** Makes the address anew; the one before it no longer answers. */
  renewFeedAddress: command("marketplaces/RenewFeedAddress", {
    ...forEditors,
    effect: "withdrawal",
    feature: "productFeeds",
    input: marketplaceCommand,
  }),
  /** The products that are listed there, in Google's format. The secret in the path is the permission. */
  feed: download("feeds/{marketplaceId}/{secret}", {
    permission: "anyone",
    feature: "productFeeds",
    input: z.object({ marketplaceId: recordId, secret: z.string().max(64) }),
  }),
  updateChannel: command("marketplaces/UpdateMarketplaceChannel", {
    ...forEditors,
    effect: "destination",
    input: updateMarketplaceChannel.extend(edit),
    secretFields: ["WebhookSecret", "ShopSecret", "ShopClientSecret"],
  }),
  /** Not a command: waits for another server, which must not keep a transaction open. */
  testWebhook: query("marketplaces/TestWebhook", {
    ...forEditors,
    method: "POST",
    input: marketplaceCommand,
    output: webhookTest,
  }),
  /** Orders of the shop that somebody has to look at. */
  shopOrders: query("marketplaces/{marketplaceId}/ShopOrders", {
    ...forShops,
    input: z
      .object({ marketplaceId: recordId, shopOrderId: filterText() })
      .extend(paging(shopOrderSortFields, { direction: "Descending" }).shape),
    output: paged(shopOrderRow),
  }),
  /** Has the changed orders of the shop read within seconds, instead of with the next quarter of an hour. */
  readShopOrders: command("marketplaces/ReadShopOrders", { ...forShops, effect: "work", input: marketplaceCommand }),
  /** Has one order read again, for example after its products were added. */
  readShopOrder: command("marketplaces/ReadShopOrder", { ...forShops, effect: "work", input: shopOrderCommand }),
  /** Somebody has dealt with an order: it does not become one here any more, or stays as it is. */
  leaveOutShopOrder: command("marketplaces/LeaveOutShopOrder", {
    ...forShops,
    effect: "work",
    input: shopOrderCommand,
  }),
  /** Nothing new is listed or agreed there any more, and what is published is withdrawn. */
  deactivate: command("marketplaces/DeactivateMarketplace", {
    ...forEditors,
    effect: "withdrawal",
    canBeUndone: true,
    input: marketplaceCommand,
  }),
  activate: command("marketplaces/ActivateMarketplace", { ...forEditors, effect: "work", input: marketplaceCommand }),
  /** The agreement as an example supplier would get it now, as PDF. */
  previewAgreement: download("marketplaces/{id}/AgreementPreview", { ...view, input: z.object({ id: recordId }) }),
};
