/** The results of product imports. */
import { z } from "zod";
import { cellChange, importCommand, importOutcomes, importSummaryOf, recordOfRow } from "#contract/imports.ts";

/** All product data, or stock levels and prices. */
export const productSheets = ["all", "stock"] as const;
export type ProductSheet = (typeof productSheets)[number];

const id = z.number().int();

const productCellChange = cellChange.extend({
  /** The exported value, if it differs from the current one because somebody else has changed it since. */
  exported: z.string().optional(),
  /** The value in the file, if only its difference from the exported value is applied, as with stock. */
  typed: z.string().optional(),
});
export type CellChange = z.output<typeof productCellChange>;

const importedProduct = recordOfRow.extend({
  /** Null if the product has not been created. */
  productId: id.nullish(),
  /** Null for the product itself. */
  variantId: id.nullish(),
  isVariant: z.boolean().default(false),
  name: z.string().default(""),
  changes: z.array(productCellChange).default([]),
});
export type ImportedProduct = z.output<typeof importedProduct>;

export const productImportSummary = importSummaryOf(importOutcomes, importedProduct, {
  sheet: z.enum(productSheets),
  /** In changed and created records. */
  changedCells: id,
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
