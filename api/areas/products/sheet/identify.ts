/** Finds the products of rows that name them by a SKU or a GTIN, as suppliers' own files do. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { visibleTo } from "#api/access/caller.ts";
import type { Work } from "#api/areas/products/policy.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { products, productVariants } from "#api/database/schema/index.ts";
import { type Problem, quoted } from "#api/excel/cells.ts";
import { gtin14 } from "#contract/rules/gtin.ts";
import type { SheetRow } from "./rows.ts";
import { supplierIn } from "./supplier-cell.ts";

type Finding = Pick<Work, "db" | "caller">;

interface Found {
  productId: number;
  /** Null for the product itself. */
  variantId: number | null;
}

/** Returns the row with the numbers of its product and variant, or with the problem why there are none. */
export async function identified(work: Finding, row: SheetRow): Promise<SheetRow> {
  if (!row.names) return row;
  const { sku, gtin } = row.names;
  const { supplierId, problem } = await supplierIn(work, row);
  if (problem) return withProblem(row, problem);
  const bySku = sku === "" ? [] : await foundBy(work, supplierId, "SKU", sku);
  const column = bySku.length > 0 || gtin === "" ? "SKU" : "GTIN";
  const found = column === "SKU" ? bySku : await foundBy(work, supplierId, "GTIN", gtin);
  const [one, ...others] = found;
  const name = `the ${column} ${quoted(column === "SKU" ? sku : gtin)}`;
  if (!one)
    return withProblem(row, {
      row: row.number,
      column,
      why: `There is no product with ${name} that you may change. To create it, write “new” in the column ProductId.`,
    });
  if (others.length > 0)
    return withProblem(row, {
      row: row.number,
      column,
      why: `Several products have ${name}: ${[...new Set(found.map(({ productId }) => productId))].slice(0, 5).join(", ")}. Please write the ProductId, and the VariantId of a variant.`,
    });
  return {
    ...row,
    productId: one.productId,
    variantId: one.variantId ?? undefined,
    // It has found the product, and does not rename it where only the case of letters differs.
    cell: (asked) => (asked === column ? null : row.cell(asked)),
  };
}

const withProblem = (row: SheetRow, problem: Problem): SheetRow => ({ ...row, problems: [...row.problems, problem] });

/** A variant before the product that it belongs to, because that one is not sold itself. */
async function foundBy(
  { db, caller }: Finding,
  supplierId: number | undefined,
  column: "SKU" | "GTIN",
  text: string,
): Promise<Found[]> {
  const isTheirs = and(
    visibleTo(caller, products.supplierId),
    managesProductsOf(caller, products.supplierId),
    supplierId === undefined ? undefined : eq(products.supplierId, supplierId),
  );
  const has = (table: typeof products | typeof productVariants): SQL =>
    column === "SKU"
      ? sql`lower(${table.externalSku}) collate "C" = lower(${text})`
      : sql`${table.gtin} <> '' and lpad(${table.gtin}, 14, '0') = ${gtin14(text)}`;
  const variants = await db
    .select({ productId: productVariants.productId, variantId: productVariants.id })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(has(productVariants), isTheirs))
    .orderBy(productVariants.id)
    .limit(most);
  const whole = await db
    .select({ productId: products.id })
    .from(products)
    .where(and(has(products), isTheirs))
    .orderBy(products.id)
    .limit(most);
  const others = whole.filter(({ productId }) => variants.every((variant) => variant.productId !== productId));
  return [...variants, ...others.map(({ productId }) => ({ productId, variantId: null }))];
}

/** Enough to name some of them. */
const most = 6;
