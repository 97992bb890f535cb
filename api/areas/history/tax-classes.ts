/** The tax class of a product when its history was written: prices are stored at its rate, and shown inc GST. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { changes, products, productVariants } from "#api/core/database/schema/index.ts";
import { type TaxClass, taxClassOf } from "#contract/rules/tax-class.ts";

type StoredChange = typeof changes.$inferSelect;
type Side = "before" | "after";

const tables = { products, product_variants: productVariants };
const column = "applied_tax_class";
const rowOf = ({ tableName, key }: Pick<StoredChange, "tableName" | "key">) => `${tableName} ${key.id}`;

/** Returns the tax class of a change's prices, before and after it; that of other records than products is taxable. */
export async function taxClassesIn(
  db: Db,
  stored: readonly StoredChange[],
): Promise<(change: StoredChange, side: Side) => TaxClass> {
  const ids = [...new Set(stored.flatMap(({ record, recordId }) => (record === "product" ? recordId : [])))];
  if (ids.length === 0) return () => taxClassOf();
  const turns = await db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.record, "product"),
        inArray(changes.recordId, ids),
        eq(changes.kind, "changed"),
        sql`${changes.fields} && array['products.applied_tax_class', 'product_variants.applied_tax_class']`,
      ),
    )
    .orderBy(changes.id);
  const now = new Map<string, TaxClass>();
  for (const [tableName, table] of Object.entries(tables)) {
    const isOf = inArray("productId" in table ? table.productId : table.id, ids);
    const rows = await db.select({ id: table.id, applied: table.appliedTaxClass }).from(table).where(isOf);
    for (const { id, applied } of rows) now.set(rowOf({ tableName, key: { id } }), applied);
  }
  return (change, side) => {
    const own = change[side]?.[column];
    if (own) return own as TaxClass;
    const next = turns.find((turn) => rowOf(turn) === rowOf(change) && turn.id > change.id);
    return taxClassOf((next?.before?.[column] as TaxClass | undefined) ?? now.get(rowOf(change)));
  };
}
