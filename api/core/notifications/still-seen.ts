/** Leaves out notifications about records that their receiver may no longer see, because titles name records. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { invoices, notifications, orders, products, shipments, suppliers } from "#api/core/database/schema/index.ts";

interface Kind {
  table: PgTable;
  id: PgColumn;
  isVisible(caller: Caller): SQL | undefined;
}

const ofSupplier = (column: PgColumn) => (caller: Caller) => visibleTo(caller, column);

/** By the path of their pages. */
const records: Readonly<Record<string, Kind>> = {
  orders: { table: orders, id: orders.id, isVisible: ofSupplier(orders.supplierId) },
  products: { table: products, id: products.id, isVisible: ofSupplier(products.supplierId) },
  shipments: { table: shipments, id: shipments.id, isVisible: ofSupplier(shipments.supplierId) },
  invoices: { table: invoices, id: invoices.id, isVisible: visibleInvoices },
  suppliers: { table: suppliers, id: suppliers.id, isVisible: ofSupplier(suppliers.id) },
};

/** Returns a condition for the caller's notifications; undefined for those who see all suppliers. */
export function stillSeen(caller: Caller): SQL | undefined {
  if (caller.seesAllSuppliers) return undefined;
  const { path } = notifications;
  const cases = Object.entries(records).map(
    ([area, { table, id, isVisible }]) =>
      sql`when ${path} ~ ${`^/${area}/[0-9]{1,9}(?![0-9])`} then exists (
        select 1 from ${table} where ${id} = substring(${path} from ${`^/${area}/([0-9]{1,9})`})::int
          and ${isVisible(caller)})`,
  );
  return sql`case ${sql.join(cases, sql` `)} when ${path} ~ '^/(marketplaces|settings)/' then false else true end`;
}
