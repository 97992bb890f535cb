import { z } from "zod";
import { filterText, optionalText, recordId, text, within } from "#contract/fields.ts";

/** Between the names of a fully qualified name, from the root down: `Home > Decor > Vases`. */
export const categorySeparator = " > ";
/** Characters of a fully qualified name. */
export const maxFullName = 1_000;
export const maxCategoryDepth = 10;
export const maxCategoryName = 255;
export const maxExternalId = 255;
/** Categories of a classification. */
export const maxCategories = 50_000;

/** Returns the names of a fully qualified name, from the root down. */
export const namesIn = (fullName: string): string[] => (fullName === "" ? [] : fullName.split(categorySeparator));

/** @param under fully qualified name of the category above; empty at the root */
export const fullNameOf = (under: string, name: string): string =>
  under === "" ? name : `${under}${categorySeparator}${name}`;

/** Returns the fully qualified name of the category above; empty at the root. */
export const parentOf = (fullName: string): string =>
  fullName.slice(0, Math.max(0, fullName.lastIndexOf(categorySeparator)));

export const categoryGroupSchema = z.object({ id: z.number().int(), name: z.string() });

export const categorySortFields = ["name"] as const;

export const categoryFilters = z.object({
  /** A classification of the marketplace; without one its first. */
  groupId: recordId.optional(),
  /** Fully qualified name of the category whose next level is listed; not with a search. */
  under: z.string().max(maxFullName).optional(),
  /** In any part of the fully qualified name. */
  searchText: filterText(),
});

/** One level of the tree, or the results of a search. */
export const categoryRow = z.object({
  groupId: z.number().int(),
  /** Fully qualified. */
  fullName: z.string(),
  /** The last part of it. */
  name: z.string(),
  /** The marketplace's own identifier. */
  externalId: z.string().nullish(),
  /** How many categories are below it. */
  below: z.number().int(),
  /** How many products have it, or one below it. */
  products: z.number().int(),
});
export type CategoryRow = z.output<typeof categoryRow>;

/** A name without the separator, which would make two levels of it. */
const name = text({ max: maxCategoryName }).refine(
  within(maxCategoryName, (value) => !value.includes(">")),
  "Please enter one name without “>”.",
);
const under = optionalText({ max: maxFullName });
const externalId = optionalText({ max: maxExternalId });

const isTooDeep = (fullName: string) => fullName.length > maxFullName || namesIn(fullName).length > maxCategoryDepth;
const tooDeep = `A category can be at most ${maxCategoryDepth} levels deep, with ${maxFullName.toLocaleString("en-AU")} characters in all.`;

export const categoryFields = z.object({ Under: under, Name: name, ExternalId: externalId });
/** The category that a command changes. */
export const categoryKey = z.object({ GroupId: recordId, FullName: text({ max: maxFullName }) });

export const addCategory = z.object({
  MarketplaceId: recordId,
  /** Left out for the first classification of the marketplace, which is made if there is none. */
  GroupId: recordId.optional(),
  ...categoryFields.shape,
});

/** Fields that are left out stay unchanged. */
export const updateCategory = categoryKey.extend({
  Under: under.optional(),
  Name: name,
  ExternalId: externalId.optional(),
});

export { isTooDeep, tooDeep };

export const categoryMessages = {
  saved: "The category was saved.",
  removed: "The category was deleted.",
  notSaved: "A problem occurred saving the category. Please try again.",
};
