/** The imports of products: what comes of their rows. */
import { z } from "zod";

/** What became of a product or a variant that a row describes. Nothing had to be done where it is as the row says. */
export const productOutcomes = ["made", "changed", "unchanged", "refused"] as const;
export type ProductOutcome = (typeof productOutcomes)[number];

/** All product data, or stock levels and prices. */
export const productSheets = ["all", "stock"] as const;
export type ProductSheet = (typeof productSheets)[number];

const id = z.number().int();

/** A cell, as the worksheet shows it; empty for nothing. */
export const cellChange = z.object({ column: z.string(), before: z.string().default(""), after: z.string().default("") });
export type CellChange = z.output<typeof cellChange>;

const importedProduct = z.object({
  /** As Excel counts. */
  row: id,
  /** Null for one that is not made, or not yet. */
  productId: id.nullish(),
  /** Null for the product itself. */
  variantId: id.nullish(),
  isVariant: z.boolean().default(false),
  name: z.string().default(""),
  changes: z.array(cellChange).default([]),
  /** Sentences that name row and column. */
  problems: z.array(z.string()).default([]),
});
export type ImportedProduct = z.output<typeof importedProduct>;

const group = z.object({ count: id, first: z.array(importedProduct).default([]) });

export const productImportSummary = z.object({
  sheet: z.enum(productSheets),
  made: group,
  changed: group,
  unchanged: group,
  refused: group,
  /** Of all that is changed or made. */
  changedCells: id,
  /** Rows in which nothing is filled in. */
  emptyRows: id,
  /** Titles of columns that were passed over, because nobody knows them. */
  unknownColumns: z.array(z.string()).default([]),
});
export type ProductImportSummary = z.output<typeof productImportSummary>;

/** What is wrong with a worksheet of stock and prices is told at once; otherwise the answer is the id that `processing` is asked by. */
export const processOrErrors = z.union([z.guid(), z.array(z.object({ errorMessage: z.string() }))]);
