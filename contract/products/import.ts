/** The imports of products: what comes of their rows. */
import { z } from "zod";
import { importCommand } from "#contract/imports.ts";

/** What became of a product or a variant that a row describes. Nothing had to be done where it is as the row says. */
export const productOutcomes = ["made", "changed", "unchanged", "refused"] as const;
export type ProductOutcome = (typeof productOutcomes)[number];

/** All product data, or stock levels and prices. */
export const productSheets = ["all", "stock"] as const;
export type ProductSheet = (typeof productSheets)[number];

const id = z.number().int();

/** A cell, as the worksheet shows it; empty for nothing. */
export const cellChange = z.object({
  column: z.string(),
  before: z.string().default(""),
  after: z.string().default(""),
  /** What it showed when it was exported, where that is not what is there now: somebody else has changed it since. */
  exported: z.string().optional(),
  /** What the file has, where no more than its difference from the exported value is applied, as of stock. */
  typed: z.string().optional(),
});
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
  /** Cells that were edited in the file, and have been changed by somebody else since they were exported. */
  overtakenCells: id.default(0),
  /** Rows that change products that are there, and do not say what they were exported with: all their cells count. */
  forgetful: z
    .object({
      count: id,
      /** The numbers of the first of them. */
      first: z.array(id),
      /** No row of the file says it. */
      isAll: z.boolean(),
    })
    .default({ count: 0, first: [], isAll: false }),
  /** It would replace stock, prices or changes that may be newer than the file: it is applied only with `Overwrite`. */
  mustConfirm: z.boolean().default(false),
});
export type ProductImportSummary = z.output<typeof productImportSummary>;

/** A check that `mustConfirm` is applied only with `Overwrite`. */
export const applyImport = importCommand.extend({ Overwrite: z.boolean().optional() });

/** What is wrong with a worksheet of stock and prices is told at once; otherwise the answer is the id that `processing` is asked by. */
export const processOrErrors = z.union([z.guid(), z.array(z.object({ errorMessage: z.string() }))]);
