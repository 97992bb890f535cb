/** Leaves out notifications about records that their receiver may no longer see, because titles name records. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Caller, visibleTo } from "#api/access/caller.ts";
import { invoices, notifications, orders, products, shipments, suppliers } from "#api/database/schema/index.ts";

/** By the path of their pages. */
const records: Readonly<Record<string, { table: PgTable; id: PgColumn; supplierId: PgColumn }>> = {
  orders: { table: orders, id: orders.id, supplierId: orders.supplierId },
  products: { table: products, id: products.id, supplierId: products.supplierId },
  shipments: { table: shipments, id: shipments.id, supplierId: shipments.supplierId },
  invoices: { table: invoices, id: invoices.id, supplierId: invoices.supplierId },
  suppliers: { table: suppliers, id: suppliers.id, supplierId: suppliers.id },
};

/** Returns a condition for the caller's notifications; undefined for those who see all suppliers. */
export function stillSeen(caller: Caller): SQL | undefined {
  if (caller.seesAllSuppliers) return undefined;
  const { path } = notifications;
  const cases = Object.entries(records).map(
    ([area, { table, id, supplierId }]) =>
      sql`when ${path} ~ ${`^/${area}/[0-9]{1,9}(?![0-9])`} then exists (
        select 1 from ${table} where ${id} = substring(${path} from ${`^/${area}/([0-9]{1,9})`})::int
          and ${visibleTo(caller, supplierId)})`,
  );
  return sql`case ${sql.join(cases, sql` `)} when ${path} ~ '^/(marketplaces|settings)/' then false else true end`;
}
