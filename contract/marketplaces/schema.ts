import { z } from "zod";
import { abn } from "#contract/abn.ts";
import {
  dayText,
  filterText,
  isLonger,
  optionalText,
  recordId,
  text,
  tooLong,
  uuidOrNone,
  within,
  yesNo,
} from "#contract/fields.ts";
import { addressSchema } from "#contract/locations/schema.ts";
import { shopKindNames, shopKinds, shopSchema } from "./shops.ts";

/* ---- what is shown ---- */

export const marketplaceSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Nothing new is listed or agreed there. Left out if false; not part of other APIs. */
  isDisabled: z.boolean().optional(),
});

export const managedMarketplaceSortFields = ["name", "legalName", "orderNumberPrefix", "isDisabled"] as const;

export const managedMarketplaceFilters = z.object({ name: filterText(), showActiveOnly: yesNo.default(false) });

export const channels = ["builtIn", "webhook", ...shopKinds] as const;
export type Channel = (typeof channels)[number];
export const channelNames: Readonly<Record<Channel, string>> = {
  builtIn: "Built-in",
  webhook: "Webhook",
  ...shopKindNames,
};

export const managedMarketplaceRow = z.object({
  id: z.number().int(),
  name: z.string(),
  legalName: z.string(),
  abn: z.string(),
  orderNumberPrefix: z.string(),
  isDisabled: z.boolean(),
  channel: z.enum(channels),
  /** Suppliers with an agreement that is active or waits for them. */
  supplierCount: z.number().int(),
});
export type ManagedMarketplaceRow = z.output<typeof managedMarketplaceRow>;

export const managedMarketplace = managedMarketplaceRow.extend({
  logoId: z.string().nullish(),
  /** Whether businesses can apply to sell there; left out by APIs without applications. */
  takesApplications: z.boolean().nullish(),
  businessAddress: addressSchema.nullish(),
  /** The marketplace's own clauses, one per line. */
  clauses: z.string(),
  /**
   * The first day, as `2026-03-02`, whose orders it sells as agent of its suppliers, in their names. Null on buyer basis,
   * where it buys what it sells from them; left out by APIs that know no other.
   */
  agentFrom: z.string().nullish(),
  /** Suppliers that have agreed, and would have to agree again to other clauses. */
  agreedCount: z.number().int(),
  /** Products that are approved there, and would be withdrawn, or listed again. */
  productCount: z.number().int(),
  /** Null for the built-in channel, and for callers who may not edit. */
  webhookUrl: z.string().nullish(),
  /** Whether there is one: the secret itself never leaves the API. */
  hasWebhookSecret: z.boolean(),
  /** UTC. */
  webhookSecretSetDate: z.string().nullish(),
  webhookSecretSetByUserFullName: z.string().nullish(),
  /** A variable of the environment sets the channel, so that it cannot be changed here. */
  isChannelConfigured: z.boolean(),
  /** Null if the channel is not a shop; left out by APIs without shops. */
  shop: shopSchema.nullish(),
  /** Left out by APIs without product feeds. */
  feed: z
    .object({
      isOn: z.boolean(),
      /** Address of a product in the shop, with `{sku}` or `{id}`; empty if unknown. */
      productLink: z.string(),
      /** The feed's own secret address; null while it is off, and for callers who may not edit. */
      url: z.string().nullish(),
    })
    .nullish(),
});
export type ManagedMarketplace = z.output<typeof managedMarketplace>;

/** The answer of a webhook to an event that lists nothing, or of a shop to the question for its name. */
export const webhookTest = z.object({
  isAccepted: z.boolean(),
  /** Null if nothing answered. */
  status: z.number().int().nullable(),
  milliseconds: z.number().int(),
  /** Why it was not accepted. */
  reason: z.string(),
});
export type WebhookTest = z.output<typeof webhookTest>;

/* ---- what is typed ---- */

export const defaultOrderNumberPrefix = "M";
const prefixMessage = "Please use one to five letters or digits, for example HC.";
/** Upper case, so that two prefixes never differ in case alone. Empty for the common prefix. */
const prefix = optionalText({ max: 50, tooLong: prefixMessage })
  .transform((value) => value.toUpperCase())
  .refine((value) => /^[A-Z0-9]{0,5}$/.test(value), prefixMessage);

export const addMarketplace = z.object({
  Name: text({ max: 255 }),
  LegalName: text({ max: 255 }),
  Abn: abn(),
  OrderNumberPrefix: prefix,
});

export const marketplaceCommand = z.object({ MarketplaceId: recordId });

export const updateMarketplaceDetails = addMarketplace.extend({
  MarketplaceId: recordId,
  OrderNumberPrefix: prefix.optional(),
  LogoId: uuidOrNone,
  /** Unchanged if left out. */
  TakesApplications: yesNo.optional(),
});

/** In forms: the ABN of another marketplace that the user has been asked about. */
const askedAbn = { AskedAbn: optionalText({ max: 50 }) };
export const addMarketplaceForm = addMarketplace.extend(askedAbn);
export const marketplaceDetailsForm = updateMarketplaceDetails.omit({ MarketplaceId: true }).extend(askedAbn);

export const updateMarketplaceAddress = marketplaceCommand.extend({
  BusinessAddressId: z.guid("Please enter the address."),
});

export const maxClauses = 100;
export const maxClauseLength = 1_000;
/** Characters of all clauses, each with a line end of up to two characters. */
const longestClauses = maxClauses * (maxClauseLength + 2);

/** Returns the clauses of a text with one on each line. */
export const clausesIn = (clauses: string): string[] =>
  clauses
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

function clausesProblem(value: string): string | undefined {
  const clauses = clausesIn(value);
  if (clauses.length > maxClauses)
    return `Please enter at most ${maxClauses} clauses, one on each line; these are ${clauses.length.toLocaleString("en-AU")}.`;
  const long = clauses.findIndex((clause) => clause.length > maxClauseLength);
  return long < 0
    ? undefined
    : `Clause ${long + 1} is longer than ${maxClauseLength.toLocaleString("en-AU")} characters. Please shorten it.`;
}

export const updateMarketplaceClauses = marketplaceCommand.extend({
  /** One clause on each line. */
  Clauses: optionalText({
    max: longestClauses,
    breaks: "kept",
    tooLong: `Please enter at most ${maxClauses} clauses of ${maxClauseLength.toLocaleString("en-AU")} characters, one on each line.`,
  })
    .superRefine((value, context) => {
      const message = isLonger(value, longestClauses) ? undefined : clausesProblem(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .transform((value) => clausesIn(value).join("\n"))
    .optional(),
});

export const updateMarketplaceBasis = marketplaceCommand.extend({
  /** The first day of orders on agent basis, in the operator's time zone. Empty for buyer basis. */
  AgentFrom: z.union([
    z.literal("").transform(() => null),
    dayText("Please enter the date as day, month and year."),
    z.null(),
  ]),
});

const maxUrlLength = 2_000;
const minSecretLength = 16;
const maxSecretLength = 255;

const isProductLink = (value: string) =>
  /^https?:\/\/[^\s/]+\//.test(value) && /\{(sku|id)\}/.test(value) && !/\s/.test(value);

export const updateMarketplaceFeed = marketplaceCommand.extend({
  IsOn: yesNo,
  /** Address of a product in the shop, with `{sku}` or `{id}` in place of its own. Unchanged if left out. */
  ProductLink: optionalText({ max: maxUrlLength, tooLong: tooLong(maxUrlLength) })
    .refine(
      within(maxUrlLength, (value) => value === "" || isProductLink(value)),
      "Please enter an address with {sku} or {id} in it, for example https://shop.example/p/{sku}.",
    )
    .optional(),
});

export const updateMarketplaceChannel = marketplaceCommand.extend({
  Channel: z.enum(channels, "Please choose one from the list."),
  /** Ignored for the built-in channel. */
  WebhookUrl: optionalText({ max: maxUrlLength, tooLong: tooLong(maxUrlLength) }).optional(),
  /** Empty to keep the secret. */
  WebhookSecret: optionalText({ max: maxSecretLength }).refine(
    (value) => value === "" || value.length >= minSecretLength,
    `Please use at least ${minSecretLength} characters.`,
  ),
  /** Address of the shop; as the three that follow, ignored for other channels. */
  ShopUrl: optionalText({ max: maxUrlLength, tooLong: tooLong(maxUrlLength) }).optional(),
  /** WooCommerce: the consumer key. */
  ShopKey: optionalText({ max: maxSecretLength }).optional(),
  /** WooCommerce: the consumer secret; Shopify: the access token of the Admin API. Empty to keep it. */
  ShopSecret: optionalText({ max: maxSecretLength }).default(""),
  /** Shopify: the client secret of the app. Empty to keep it. */
  ShopClientSecret: optionalText({ max: maxSecretLength }).default(""),
});

export const marketplaceMessages = {
  added: "Marketplace added.",
  saved: "Marketplace details updated successfully.",
  notSaved: "Oh dear, we could not save the marketplace details due to an unexpected error.",
  notTested: "Oh dear, we could not send a test due to an unexpected error.",
  notPreviewed: "Oh dear, we could not create the agreement due to an unexpected error.",
  logoNotUploaded: "A problem occurred uploading the marketplace logo. Please try again.",
  notActive: "This marketplace is not active, so nothing new can be agreed or listed there.",
} as const;
