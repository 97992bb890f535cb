import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importOperations, processId } from "#contract/imports.ts";
import { command, download, edit, query, upload } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { categoryImportSummary } from "./import.ts";
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
/** An import is addressed with its marketplace, whose page it belongs to. */
const imports = importOperations({
  area: "categories",
  what: "categories",
  access: change,
  summary: categoryImportSummary,
  of: ofMarketplace,
  format: "",
});

/** The categories of a marketplace, for those who maintain them. Not part of other APIs. */
export const categories = {
  groups: query("marketplaces/{marketplaceId}/categoryGroups", {
    description: "Returns the classifications of a marketplace. Most have one.",
    ...view,
    input: ofMarketplace,
    output: z.array(categoryGroupSchema),
  }),
  list: query("marketplaces/{marketplaceId}/categories", {
    description: "Lists one level of a marketplace's categories, or what a search finds in all of them.",
    ...view,
    input: ofMarketplace.extend(categoryFilters.shape).extend(paging(categorySortFields).shape),
    output: paged(categoryRow),
  }),
  get: query("categories/{groupId}", {
    description: "Returns a category by its fully qualified name.",
    ...view,
    input: z.object({ groupId: recordId, fullName: categoryKey.shape.FullName }),
    output: categoryRow,
  }),
  add: command("categories/AddCategory", {
    description: "Adds a category. Returns its fully qualified name.",
    ...change,
    effect: "work",
    input: addCategory,
    output: z.object({ groupId: z.number().int(), fullName: z.string() }),
  }),
  update: command("categories/UpdateCategory", {
    description: "Renames or moves a category, with all that are below it.",
    ...change,
    effect: "work",
    input: updateCategory.extend(edit),
  }),
  remove: command("categories/RemoveCategory", {
    description: "Deletes a category and all that are below it.",
    ...change,
    usedBy: "products",
    effect: "work",
    input: categoryKey,
  }),
  excelExport: download("categories/ExcelExport", {
    description:
      "Returns `Categories.xlsx` with a row for each category of a classification. It has the columns that an import reads.",
    ...view,
    input: ofMarketplace.extend({ groupId: recordId.optional(), ...exportFormat }),
  }),
  importCheck: upload("categories/ImportCheck", {
    description:
      "Checks a workbook of categories, or a text file such as Google's product taxonomy, and answers with the id for `processing`. Changes nothing: its result states what would be done.",
    ...change,
    /** Without a classification, the first one of the marketplace. */
    input: ofMarketplace.extend({ groupId: recordId.optional() }),
    output: processId,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  }),
  applyImport: imports.apply,
  importResult: imports.result,
  imports: imports.list,
  lastImport: imports.last,
  importRefused: imports.refused,
};
