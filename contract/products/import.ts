/** The results of product imports. */
import { z } from "zod";
import { importCommand } from "#contract/imports.ts";

/** The result for a product or variant described by a row. `unchanged` means that it was already as described. */
export const productOutcomes = ["made", "changed", "unchanged", "refused"] as const;
export type ProductOutcome = (typeof productOutcomes)[number];

/** All product data, or stock levels and prices. */
export const productSheets = ["all", "stock"] as const;
export type ProductSheet = (typeof productSheets)[number];

const id = z.number().int();

/** A cell, as the worksheet shows it; empty if there is no value. */
export const cellChange = z.object({
  column: z.string(),
  before: z.string().default(""),
  after: z.string().default(""),
  /** The exported value, if it differs from the current one because somebody else has changed it since. */
  exported: z.string().optional(),
  /** The value in the file, if only its difference from the exported value is applied, as with stock. */
  typed: z.string().optional(),
});
export type CellChange = z.output<typeof cellChange>;

const importedProduct = z.object({
  /** Row number, as Excel counts. */
  row: id,
  /** Null if the product has not been created. */
  productId: id.nullish(),
  /** Null for the product itself. */
  variantId: id.nullish(),
  isVariant: z.boolean().default(false),
  name: z.string().default(""),
  changes: z.array(cellChange).default([]),
  /** Messages that name row and column. */
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
  /** In changed and created records. */
  changedCells: id,
  /** Rows without any values. */
  emptyRows: id,
  /** Titles of unknown columns, which were ignored. */
  unknownColumns: z.array(z.string()).default([]),
  /** Rows of another shop's file that were left out, because their products are not sold there, or cannot be here. */
  leftOut: id.default(0),
  /** Products with options that their type's attributes lack, which become attributes of these products alone. */
  ownOptions: z
    .object({
      count: id,
      /** The names of the first of these attributes. */
      names: z.array(z.string()),
    })
    .default({ count: 0, names: [] }),
  /** Cells that were edited in the file, but have been changed by somebody else since the export. */
  overtakenCells: id.default(0),
  /** Rows of existing products without stored export values, so that all their cells count as edited. */
  forgetful: z
    .object({
      count: id,
      /** The first of their row numbers. */
      first: z.array(id),
      /** No row of the file has export values. */
      isAll: z.boolean(),
    })
    .default({ count: 0, first: [], isAll: false }),
  /**
   * The import would replace stock, prices or changes that may be newer than the file, so applying it needs
   * `Overwrite`.
   */
  mustConfirm: z.boolean().default(false),
});
export type ProductImportSummary = z.output<typeof productImportSummary>;

/** A check with `mustConfirm` is applied only with `Overwrite`. */
export const applyImport = importCommand.extend({ Overwrite: z.boolean().optional() });

/** Errors in a worksheet of stock and prices are returned at once; otherwise the id for `processing`. */
export const processOrErrors = z.union([z.guid(), z.array(z.object({ errorMessage: z.string() }))]);
