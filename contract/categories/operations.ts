import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importCommand, importId, importList, importResult, lastImport, processId } from "#contract/imports.ts";
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
const importOfMarketplace = importId.extend(ofMarketplace.shape);

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
  applyImport: command("categories/ApplyImport", {
    description: "Carries out a checked import of categories, once. Returns the id of a new process.",
    ...change,
    effect: "work",
    input: importCommand,
    output: processId,
  }),
  importResult: query("categories/ImportResult", {
    description: "Returns the result of an import of categories, or of a check, to the user who started it.",
    ...change,
    input: importOfMarketplace,
    output: importResult(categoryImportSummary),
  }),
  imports: query("categories/Imports", {
    description: "Returns the caller's imports of categories into this marketplace that are still stored.",
    ...change,
    input: ofMarketplace,
    output: importList,
  }),
  lastImport: query("categories/LastImport", {
    description:
      "Returns the caller's latest import of categories into this marketplace. Null if there is none, or it has been deleted.",
    ...change,
    input: ofMarketplace,
    output: lastImport,
  }),
  importRefused: download("categories/ImportRefused", {
    description: "Returns the refused rows of an import of categories. They are as in the file, with the reasons.",
    ...change,
    input: importOfMarketplace,
  }),
};
