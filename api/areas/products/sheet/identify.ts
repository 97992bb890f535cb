/** Finds the products of rows that name them by a SKU or a GTIN, as suppliers' own files do. */
import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Work } from "#api/areas/products/policy.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { folded, oneOfTexts } from "#api/areas/shared/folded-text.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { products, productVariants } from "#api/core/database/schema/index.ts";
import { isBlank, type Problem, quoted } from "#api/core/excel/cells.ts";
import { gtin14 } from "#contract/rules/gtin.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { type SheetRow, textOrNone } from "./rows.ts";
import { supplierIn } from "./supplier-cell.ts";

export type Finding = Pick<Work, "db" | "caller">;

export interface Found {
  productId: number;
  /** Null for the product itself. */
  variantId: number | null;
  supplierId: number;
  /** In lower case. */
  sku: string;
  /** All 14 digits. */
  gtin: string;
}

/**
 * Returns the rows in their order, with the numbers of their products and variants, or with the problem why they have
 * none. Reads the products of all rows at once.
 */
export async function identified(work: Finding, rows: readonly SheetRow[]): Promise<readonly SheetRow[]> {
  const names = rows.flatMap((row) => row.names ?? []);
  if (names.length === 0) return rows;
  const known = await productsNamed(
    work,
    distinct(names.map(({ sku }) => sku.toLowerCase())),
    distinct(names.map(({ gtin }) => gtin && gtin14(gtin))),
  );
  const suppliers = await suppliersIn(work, rows);
  return rows.map((row) => {
    if (!row.names) return row;
    const { supplierId, problem } = suppliers.get(supplierTextOf(row)) ?? {};
    if (problem) return withProblem(row, problem);
    const theirs = known.filter((each) => supplierId === undefined || each.supplierId === supplierId);
    return oneFound(row, row.names, theirs, {
      none: (column, text) =>
        withProblem(row, {
          column,
          why: `There is no product with ${text} that you may change. To create it, write “new” in the column ProductId.`,
        }),
      several: "Please write the ProductId, and the VariantId of a variant.",
    });
  });
}

/** The columns by which a row identifies its product. */
export const nameOf = (row: SheetRow) => ({
  sku: textOrNone(row.written("SKU")),
  gtin: textOrNone(row.written("GTIN")).replace(/\D/g, ""),
});

export const distinct = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))];

const supplierTextOf = (row: SheetRow): string =>
  isBlank(row.cell("Supplier")) ? "" : String(row.cell("Supplier")).trim().toLowerCase();

async function suppliersIn(work: Finding, rows: readonly SheetRow[]) {
  const found = new Map<string, Awaited<ReturnType<typeof supplierIn>>>();
  for (const row of rows) {
    const text = supplierTextOf(row);
    if (row.names && text !== "" && !found.has(text)) found.set(text, await supplierIn(work, row));
  }
  return found;
}

/** What a row is found by. */
export interface Name {
  readonly sku: string;
  readonly gtin: string;
}

export interface Match {
  readonly column: "SKU" | "GTIN";
  readonly found: readonly Found[];
}

/** By the SKU, or by the GTIN where nothing has the SKU. */
export function matchesOf({ sku, gtin }: Name, known: readonly Found[]): Match {
  const bySku = sku === "" ? [] : known.filter((each) => each.sku === sku.toLowerCase());
  if (bySku.length > 0 || gtin === "") return { column: "SKU", found: bySku };
  return { column: "GTIN", found: known.filter((each) => each.gtin === gtin14(gtin)) };
}

/**
 * Returns the row with the one record that it is about: a variant before the product that it belongs to, because that
 * one is not sold itself.
 * @param words returns why it is about none, or how to name one of several
 */
export function oneFound(
  row: SheetRow,
  name: Name,
  known: readonly Found[],
  words: { readonly none: (column: Match["column"], text: string) => SheetRow; readonly several: string },
): SheetRow {
  const { column, found } = matchesOf(name, known);
  const [one, ...others] = found.filter(
    ({ productId, variantId }) =>
      variantId !== null || found.every((each) => each.variantId === null || each.productId !== productId),
  );
  const text = `the ${column} ${quoted(column === "SKU" ? name.sku : name.gtin)}`;
  if (!one) return words.none(column, text);
  if (others.length === 0) return asFound(row, column, one);
  const ids = distinct([one, ...others].map(({ productId }) => String(productId))).slice(0, mostNamed);
  return withProblem(row, { column, why: `Several products have ${text}: ${ids.join(", ")}. ${words.several}` });
}

/** It has found the record, and does not rename it where only the case of letters differs. */
export const asFound = (row: SheetRow, column: Match["column"], { productId, variantId }: Found): SheetRow => ({
  ...row,
  productId,
  variantId: variantId ?? undefined,
  cell: (asked) => (asked === column ? null : row.cell(asked)),
});

export const withProblem = (row: SheetRow, problem: Omit<Problem, "row">): SheetRow => ({
  ...row,
  problems: [...row.problems, { ...problem, row: row.number }],
});

/** The products and variants that the caller may change and that have one of the SKUs or GTINs, in the order of ids. */
export async function productsNamed(
  { db, caller }: Finding,
  skus: readonly string[],
  gtins: readonly string[],
): Promise<Found[]> {
  const isTheirs = and(visibleTo(caller, products.supplierId), managesProductsOf(caller, products.supplierId));
  const has = (table: typeof products | typeof productVariants) =>
    or(
      oneOfTexts(folded(table.externalSku), skus),
      and(sql`${table.gtin} <> ''`, oneOfTexts(allDigits(table.gtin), gtins)),
    );
  const columnsOf = (table: typeof products | typeof productVariants) => ({
    supplierId: products.supplierId,
    sku: folded(table.externalSku),
    gtin: allDigits(table.gtin),
  });
  const whole = await db
    .select({ productId: products.id, variantId: sql<null>`null`, ...columnsOf(products) })
    .from(products)
    .where(and(has(products), isTheirs))
    .orderBy(asc(products.id));
  const variants = await db
    .select({ productId: products.id, variantId: productVariants.id, ...columnsOf(productVariants) })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(has(productVariants), isTheirs))
    .orderBy(asc(productVariants.id));
  return [...variants, ...whole];
}

/** The expression of the indexes. */
const allDigits = (column: PgColumn): SQL<string> => sql<string>`lpad(${column}, 14, '0')`;
