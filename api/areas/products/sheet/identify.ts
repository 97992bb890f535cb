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
    return named(
      row,
      row.names,
      known.filter((each) => supplierId === undefined || each.supplierId === supplierId),
    );
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

function named(row: SheetRow, { sku, gtin }: NonNullable<SheetRow["names"]>, known: readonly Found[]): SheetRow {
  const bySku = sku === "" ? [] : known.filter((each) => each.sku === sku.toLowerCase());
  const column = bySku.length > 0 || gtin === "" ? "SKU" : "GTIN";
  const all = column === "SKU" ? bySku : known.filter((each) => each.gtin === gtin14(gtin));
  // A variant before the product that it belongs to, because that one is not sold itself.
  const isSold = ({ productId, variantId }: Found) =>
    variantId !== null || all.every((each) => each.variantId === null || each.productId !== productId);
  const [one, ...others] = all.filter(isSold);
  const name = `the ${column} ${quoted(column === "SKU" ? sku : gtin)}`;
  if (!one)
    return withProblem(row, {
      column,
      why: `There is no product with ${name} that you may change. To create it, write “new” in the column ProductId.`,
    });
  if (others.length > 0)
    return withProblem(row, {
      column,
      why: `Several products have ${name}: ${distinct([one, ...others].map(({ productId }) => String(productId)))
        .slice(0, mostNamed)
        .join(", ")}. Please write the ProductId, and the VariantId of a variant.`,
    });
  return {
    ...row,
    productId: one.productId,
    variantId: one.variantId ?? undefined,
    // It has found the product, and does not rename it where only the case of letters differs.
    cell: (asked) => (asked === column ? null : row.cell(asked)),
  };
}

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
