/** Tax classes of products and of their types, and the prices that follow them: stored ex GST, kept inc GST. */
import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";
import { products, productTypes, productVariants } from "#api/core/database/schema/index.ts";
import { rateOf, type TaxClass, taxClassOf } from "#contract/rules/tax-class.ts";
import { synchroniseProducts } from "./deactivate-products.ts";

/**
 * Returns the tax class that applies to a product of this type. Locks the type, so that its class does not change
 * before the product is stored.
 */
export async function appliedTaxClass(
  db: Db,
  { taxClass, productTypeId }: { taxClass: TaxClass | null; productTypeId: number },
): Promise<TaxClass> {
  if (taxClass !== null) return taxClass;
  const [type] = await db
    .select({ applied: productTypes.appliedTaxClass })
    .from(productTypes)
    .where(eq(productTypes.id, productTypeId))
    .for("share");
  return taxClassOf(type?.applied);
}

/** For products whose class changes: the rates of GST in their prices, as fractions. */
export const ratesOf = (before: TaxClass, after: TaxClass, gstRate: number) => ({
  before: rateOf(before, gstRate),
  after: rateOf(after, gstRate),
});

/** `repriced` of `contract/rules/tax-class.ts`, in SQL. */
const repricedIn = (price: AnyPgColumn, before: SQL, after: SQL): SQL =>
  sql`round(round(${price} * (1 + ${before}), 2) / (1 + ${after}), 4)`;

const rateIn = (taxClass: AnyPgColumn | SQL, gstRate: number): SQL =>
  sql`case ${taxClass} when 'taxable' then ${gstRate}::numeric else 0 end`;

/** Gives the variants of these products their class, at the same prices for customers. */
export async function settleVariants(db: Db, productIds: readonly number[], gstRate: number): Promise<void> {
  const { appliedTaxClass, recommendedRetailPrice, salePrice, productId } = productVariants;
  const rates = [rateIn(appliedTaxClass, gstRate), rateIn(products.appliedTaxClass, gstRate)] as const;
  await db
    .update(productVariants)
    .set({
      appliedTaxClass: sql`${products.appliedTaxClass}`,
      recommendedRetailPrice: repricedIn(recommendedRetailPrice, ...rates),
      salePrice: repricedIn(salePrice, ...rates),
    })
    .from(products)
    .where(
      and(
        eq(products.id, productId),
        inArray(productId, [...productIds]),
        ne(appliedTaxClass, products.appliedTaxClass),
      ),
    );
}

/**
 * Writes the tax class that applies to a product type and to those below it, and to their products. What customers pay
 * stays the same.
 * @param gstRate a fraction
 */
export async function writeTaxClasses(db: Db, typeId: number, gstRate: number): Promise<void> {
  const { rows } = await db.execute<{ id: number; after: TaxClass }>(sql`
    with recursive below as (
      select t.id, coalesce(t.tax_class, above.applied_tax_class, 'taxable') as applied
      from product_types t left join product_types above on above.id = t.parent_id where t.id = ${typeId}
      union all
      select t.id, coalesce(t.tax_class, below.applied) from product_types t join below on t.parent_id = below.id
    )
    update product_types set applied_tax_class = below.applied from below
    where product_types.id = below.id and product_types.applied_tax_class <> below.applied
    returning product_types.id, product_types.applied_tax_class as after`);
  for (const { id, after } of rows) await followType(db, id, after, gstRate);
}

async function followType(db: Db, typeId: number, after: TaxClass, gstRate: number): Promise<void> {
  const { appliedTaxClass, recommendedRetailPrice, salePrice, domesticFlatRate, internationalFlatRate } = products;
  const rates = [rateIn(appliedTaxClass, gstRate), sql`${rateOf(after, gstRate)}::numeric`] as const;
  const changed = await db
    .update(products)
    .set({
      appliedTaxClass: after,
      recommendedRetailPrice: repricedIn(recommendedRetailPrice, ...rates),
      salePrice: repricedIn(salePrice, ...rates),
      domesticFlatRate: repricedIn(domesticFlatRate, ...rates),
      internationalFlatRate: repricedIn(internationalFlatRate, ...rates),
    })
    .where(and(eq(products.productTypeId, typeId), isNull(products.taxClass)))
    .returning({ id: products.id });
  if (changed.length === 0) return;
  await settleVariants(
    db,
    changed.map(({ id }) => id),
    gstRate,
  );
  await synchroniseProducts(db, changed);
}
