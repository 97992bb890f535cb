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
    effect: "work",
    input: addCategory,
    output: z.object({ groupId: z.number().int(), fullName: z.string() }),
  }),
  /** Renames or moves a category, with all that are below it. */
  update: command("categories/UpdateCategory", { ...change, effect: "work", input: updateCategory.extend(edit) }),
  /** Deletes a category and all that are below it; refused with the products that have one of them. */
  remove: command("categories/RemoveCategory", { ...change, effect: "work", input: categoryKey }),
  /** `Categories.xlsx` with a row for each category of a classification, in the columns that an import reads. */
  excelExport: download("categories/ExcelExport", {
    ...view,
    input: ofMarketplace.extend({ groupId: recordId.optional(), ...exportFormat }),
  }),
  /**
   * Reads a workbook, or a text file such as Google's product taxonomy, and answers with the id for `processing`. Changes
   * nothing: its result states what would be done.
   */
  importCheck: upload("categories/ImportCheck", {
    ...change,
    /** Without a classification, the first one of the marketplace. */
    input: ofMarketplace.extend({ groupId: recordId.optional() }),
    output: processId,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  }),
  /** Carries out a checked import, once. Returns the id of a new process. */
  applyImport: command("categories/ApplyImport", {
    ...change,
    effect: "work",
    input: importCommand,
    output: processId,
  }),
  /** Returns the result of an import, or of a check, to the user who started it. */
  importResult: query("categories/ImportResult", {
    ...change,
    input: importOfMarketplace,
    output: importResult(categoryImportSummary),
  }),
  /** The imports of the caller into this marketplace that are still stored. */
  imports: query("categories/Imports", { ...change, input: ofMarketplace, output: importList }),
  /** Returns the latest of them; null if there is none. */
  lastImport: query("categories/LastImport", { ...change, input: ofMarketplace, output: lastImport }),
  /** The refused rows as in the file, with the reasons. */
  importRefused: download("categories/ImportRefused", { ...change, input: importOfMarketplace }),
};
