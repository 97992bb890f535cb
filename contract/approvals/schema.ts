import { z } from "zod";
import { filterText, list, optionalText, recordId, recordIds, yesNo, zonedMoment } from "#contract/fields.ts";
import { historyRow } from "#contract/history/schema.ts";
import { edit } from "#contract/operation.ts";
import { appliedTaxClass } from "#contract/products/schema.ts";
import { isPrintable } from "#contract/rules/printable.ts";

/* ---- what is shown ---- */

export const approvalsPageSize = 200;

export const approvalSortFields = [
  "productName",
  "marketplaceName",
  "supplierName",
  "status",
  "created",
  "approvedByUserFullName",
  "marketplaceSKU",
] as const;

const statusNumber = z.coerce
  .number()
  .pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]));

export const approvalFilters = z.object({
  productName: filterText(),
  /** Only active products. */
  showActiveOnly: yesNo.default(false),
  /** Only listings that await approval or renewed approval. */
  showWaitingOnly: yesNo.default(false),
  /** Products of this type, or of one below it. */
  productTypeId: recordId.optional(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  /** One of `marketplaceStatuses`. */
  status: statusNumber.optional(),
});

const id = z.number().int();
/** UTC, in ISO 8601. */
const moment = z.string();

export const approvalRow = z.object({
  id,
  productId: id,
  marketplaceId: id,
  productName: z.string(),
  marketplaceName: z.string(),
  supplierName: z.string(),
  /** `MarketplaceProductStatus`. */
  status: id,
  created: moment.nullish(),
  approvedByUserFullName: z.string().nullish(),
  marketplaceSKU: z.string().nullish(),
  productImageFileId: z.string().nullish(),
  /** Why it was disabled, as shown to its supplier. */
  disableReason: z.string().nullish(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

export const category = z.object({
  id,
  /** Fully qualified: the names from the root down, separated by ` > `. */
  name: z.string(),
  externalId: z.string().nullish(),
  selected: z.boolean().default(false),
});

export const categoryGroup = z.object({
  id,
  name: z.string(),
  categories: z.array(category).default([]),
  /** How many categories the group has, if they were limited by `mostCategories`. */
  categoryCount: id.optional(),
  /** How many of them have the searched words. */
  foundCount: id.optional(),
});
export type CategoryGroup = z.output<typeof categoryGroup>;

/** Dollars ex GST, from the lowest to the highest. */
const prices = z.object({ lowest: z.number(), highest: z.number() });

/** The details of a product for the people who approve it. */
export const listedProduct = z.object({
  /** HTML. */
  description: z.string(),
  externalSku: z.string(),
  appliedTaxClass,
  recommendedRetailPrices: prices,
  /** The reduced prices for customers; null if nothing is reduced. */
  salePrices: prices.nullable(),
  /** Without deactivated ones. */
  variantCount: id,
  /** The first pictures of the gallery. The hero image is in the row. */
  images: z.array(z.object({ imageId: z.string(), label: z.string() })),
  imageCount: id,
  /** Sentences that say what hinders the publication on this marketplace. */
  problems: z.array(z.string()),
});
export type ListedProduct = z.output<typeof listedProduct>;

/** How the product differs from the one that was approved. */
export const changesSince = z.object({
  /**
   * The status that was decided then: approved, or disabled if it was never approved. Null if the history does not go
   * back that far; `changes` are then those that it knows.
   */
  decision: id.nullable(),
  /** When that was decided: UTC. */
  decidedAt: moment.nullable(),
  /** The first few. Rows that were added or removed are without their fields. */
  changes: z.array(historyRow.pick({ part: true, kind: true, fields: true })),
  /** How many changes there are besides; null if there are too many to be compared. */
  otherCount: id.nullable(),
});
export type ChangesSince = z.output<typeof changesSince>;

export const approvalSchema = approvalRow.extend({
  availableFromDate: moment.nullish(),
  availableToDate: moment.nullish(),
  /** All categories of the marketplace, unless they were limited; those of the product are selected. */
  categoryGroups: z.array(categoryGroup).default([]),
  /** Only with `forDecision`, and for those who see products. Not part of other APIs. */
  product: listedProduct.nullish(),
  /** The same; null if the listing does not wait for another decision. */
  changesSince: changesSince.nullish(),
});
export type Approval = z.output<typeof approvalSchema>;

/* ---- what is sent ---- */

/** Categories that a search of a limited group answers. */
export const mostFound = 50;
export const maxCategoryWords = 1_000;

/** Asks for `product` and `changesSince` as well. */
export const approvalExtras = z.object({ forDecision: yesNo.optional() });

/** Limits the categories of an approval, which may be tens of thousands. Other APIs always answer all of them. */
export const categoryLimits = z.object({
  /** Of a group with more categories only those of the product are answered, and those that are asked for below. */
  mostCategories: z.coerce.number().int().min(0).max(10_000).optional(),
  /** Categories that are answered in any case, such as those that are ticked. */
  categoryIds: recordIds(1_000).optional(),
  /** Words in the fully qualified name; the first matches of each limited group are answered. Without words all match. */
  categoryWords: z.string().trim().max(maxCategoryWords).refine(isPrintable).optional(),
});

export const maxReason = 500;

const listing = { MarketplaceId: recordId, ProductId: recordId };
/**
 * The status that the decision is based on. If the current status differs, the command is refused; without it, there is
 * no check.
 */
const expectedStatus = { SeenStatus: statusNumber.nullish() };
const utc = zonedMoment.nullish();

export const endBeforeBeginning = "The end must be after the start.";

export const approveProduct = z
  .object({
    ...listing,
    ...expectedStatus,
    ...edit,
    /** UTC; now if left out. */
    AvailableFromDate: utc,
    /** UTC; no end if left out. */
    AvailableToDate: utc,
    /** The chosen categories; groups that are not named stay unchanged. */
    CategoryGroups: list(
      z.object({
        Id: recordId,
        Name: z.string().max(255).nullish(),
        Categories: list(
          z.object({ Id: recordId, Name: z.string().max(2_000).nullish(), ExternalId: z.string().max(255).nullish() }),
          {
            max: 1_000,
            tooMany: "Please choose at most 1,000 categories of a group.",
          },
        ),
      }),
      { max: 50 },
    ).default([]),
  })
  .refine(({ AvailableFromDate: from, AvailableToDate: to }) => !from || !to || Date.parse(from) < Date.parse(to), {
    path: ["AvailableToDate"],
    message: endBeforeBeginning,
  });

export const disableProduct = z.object({ ...listing, Reason: optionalText({ max: maxReason, breaks: "kept" }) });

export const markAsReviewed = z.object(listing);

export const bulkActions = ["approve", "review", "disable"] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Either the chosen rows, by their ids, or all that match a filter. */
export const changeMany = z
  .object({
    Action: z.enum(bulkActions, "Please choose what to do."),
    Ids: list(recordId, {
      max: approvalsPageSize,
      tooMany: `Please choose at most ${approvalsPageSize} rows at once, or all that match.`,
    }).default([]),
    Filter: approvalFilters.nullish(),
    /** For disable: the reason shown to the suppliers. */
    Reason: optionalText({ max: maxReason, breaks: "kept" }),
  })
  .refine(({ Ids, Filter }) => Ids.length > 0 || Filter, { path: ["Ids"], message: "Select at least one row." });

/** Which rows would be approved: the chosen ones, or all that match the filters. */
export const uncategorisedAmong = approvalFilters.extend({ ids: recordIds(approvalsPageSize).optional() });

export const approvalMessages = {
  approved: "Product has been approved and will be synchronized with the marketplace in the background.",
  updated: "Product was successfully updated on the marketplace.",
  disabled: "Product has been disabled and will be removed from the marketplace in the background.",
  reviewed: "Product has been marked as internally reviewed.",
  notSaved: "Oh dear, we could not save the product to the marketplace due to an unexpected error.",
} as const;
