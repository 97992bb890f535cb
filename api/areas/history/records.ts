/** The records that have a history: their names, and who may see them. */
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Caller, visibleOrders, visibleTo } from "#api/core/access/caller.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  attributes,
  invoices,
  keys,
  marketplaces,
  orders,
  products,
  productTypes,
  settings,
  shipments,
  shippingRules,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import { can, type Permission } from "#contract/permissions.ts";

interface Source {
  table: PgTable;
  id: PgColumn;
  name: SQL<string>;
  /** The permission that is needed to see such records. */
  permission: Permission;
  visible?(caller: Caller): SQL | undefined;
}

const isOperator = ({ seesAllSuppliers }: Caller): SQL => sql`${seesAllSuppliers}`;

const sources: Record<HistoryRecord, Source> = {
  supplier: {
    table: suppliers,
    id: suppliers.id,
    name: sql`${suppliers.name}`,
    permission: "suppliers.view",
    visible: (caller) => visibleTo(caller, suppliers.id),
  },
  product: {
    table: products,
    id: products.id,
    name: sql`${products.name}`,
    permission: "products.view",
    visible: (caller) => visibleTo(caller, products.supplierId),
  },
  order: {
    table: orders,
    id: orders.id,
    name: sql`${orders.marketplaceOrderId}`,
    permission: "orders.view",
    visible: (caller) => visibleOrders(caller),
  },
  shipment: {
    table: shipments,
    id: shipments.id,
    name: sql`'Shipment ' || ${shipments.id}`,
    permission: "shipments.view",
    visible: (caller) => visibleTo(caller, shipments.supplierId),
  },
  invoice: {
    table: invoices,
    id: invoices.id,
    name: sql`'INV-' || lpad(${invoices.id}::text, 7, '0')`,
    permission: "invoices.view",
    visible: visibleInvoices,
  },
  shippingRule: {
    table: shippingRules,
    id: shippingRules.id,
    name: sql`${shippingRules.name}`,
    permission: "shippingRules.view",
    visible: (caller) => visibleTo(caller, shippingRules.supplierId),
  },
  productType: {
    table: productTypes,
    id: productTypes.id,
    name: sql`${productTypes.path}`,
    permission: "productTypes.view",
    visible: isOperator,
  },
  attribute: {
    table: attributes,
    id: attributes.id,
    name: sql`${attributes.displayName}`,
    permission: "attributes.view",
    visible: (caller) => and(isOperator(caller), isNull(attributes.productId)),
  },
  user: {
    table: users,
    id: users.id,
    name: sql`trim(${users.givenName} || ' ' || ${users.surname})`,
    permission: "users.edit",
  },
  marketplace: {
    table: marketplaces,
    id: marketplaces.id,
    name: sql`${marketplaces.name}`,
    permission: "marketplaces.view",
    visible: isOperator,
  },
  settings: {
    table: settings,
    id: settings.id,
    name: sql`'Settings'`,
    permission: "settings.view",
    visible: isOperator,
  },
  key: {
    table: keys,
    id: keys.id,
    name: sql`${keys.name}`,
    permission: "keys.edit",
    visible: isOperator,
  },
};

/**
 * Returns the name of a record that the caller may see.
 * @throws Refusal 404
 */
export async function seenRecord({ db, caller }: Context, kind: HistoryRecord, recordId: number): Promise<string> {
  const { table, id, name, permission, visible } = sources[kind];
  if (!can(caller.permissions, { permission })) throw notFound("This record");
  const [record] = await db
    .select({ name })
    .from(table)
    .where(and(eq(id, recordId), visible?.(caller)));
  if (!record) throw notFound("This record");
  return record.name;
}

/** Returns the names of records by kind and id, such as `product 7`. */
export async function recordNames(
  db: Db,
  rows: readonly { record: HistoryRecord; recordId: number }[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const kind of new Set(rows.map(({ record }) => record))) {
    const ids = [...new Set(rows.filter(({ record }) => record === kind).map(({ recordId }) => recordId))];
    const { table, id, name } = sources[kind];
    const known = await db
      .select({ id: sql<number>`${id}`, name })
      .from(table)
      .where(sql`${id} = any(${sql.param(ids)}::int[])`);
    for (const each of known) names.set(`${kind} ${each.id}`, each.name);
  }
  return names;
}
