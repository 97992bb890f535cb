import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import {
  addCategory,
  categoryFilters,
  categoryGroupSchema,
  categoryKey,
  categoryRow,
  categorySortFields,
  updateCategory,
} from "./schema.ts";

const view = { permission: "categories.view", feature: "categories" } as const;
const change = { permission: "categories.edit", feature: "categories" } as const;
const ofMarketplace = z.object({ marketplaceId: recordId });

/** The categories of a marketplace, for those who maintain them. Not part of other APIs. */
export const categories = {
  /** The marketplace's classifications; most have one. */
  groups: query("marketplaces/{marketplaceId}/categoryGroups", {
    ...view,
    input: ofMarketplace,
    output: z.array(categoryGroupSchema),
  }),
  /** One level of the tree, or what a search finds in all of it. */
  list: query("marketplaces/{marketplaceId}/categories", {
    ...view,
    input: ofMarketplace.extend(categoryFilters.shape).extend(paging(categorySortFields).shape),
    output: paged(categoryRow),
  }),
  get: query("categories/{groupId}", {
    ...view,
    input: z.object({ groupId: recordId, fullName: categoryKey.shape.FullName }),
    output: categoryRow,
  }),
  /** Returns the fully qualified name. */
  add: command("categories/AddCategory", {
    ...change,
    input: addCategory,
    output: z.object({ groupId: z.number().int(), fullName: z.string() }),
  }),
  /** Renames or moves a category, with all that are below it. */
  update: command("categories/UpdateCategory", { ...change, input: updateCategory.extend(edit) }),
  /** Deletes a category and all that are below it; refused with the products that have one of them. */
  remove: command("categories/RemoveCategory", { ...change, input: categoryKey }),
};
