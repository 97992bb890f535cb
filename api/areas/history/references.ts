/** The names of records that changes mention, read for many changes at once. */
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { onOneLine } from "#api/areas/shared/address.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  addresses,
  attributeOptions,
  attributes,
  categories,
  files,
  keys,
  marketplaces,
  orderLineItems,
  products,
  productTypes,
  productVariants,
  shippingRules,
  shops,
  stockFeeds,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import type { Reference } from "./history-tables.ts";

type Id = string | number;

/** Ids by the kind of record that they are of. */
export class Mentions {
  readonly #ids = new Map<Reference, Set<Id>>();

  add(kind: Reference, id: unknown): void {
    if (typeof id !== "number" && typeof id !== "string") return;
    const known = this.#ids.get(kind) ?? new Set();
    this.#ids.set(kind, known.add(id));
  }

  /** The ids of all users that were added. */
  people(): number[] {
    return [...(this.#ids.get("user") ?? [])].map(Number);
  }

  /** Returns a function that names a record; one that is not there any more by its number. */
  async names(db: Db): Promise<(kind: Reference, id: unknown) => string | undefined> {
    const names = new Map<string, string>();
    for (const [kind, ids] of this.#ids)
      for (const { id, name } of await named(db, kind, [...ids])) names.set(`${kind} ${id}`, name);
    return (kind, id) => names.get(`${kind} ${id}`);
  }
}

interface Named {
  id: Id;
  name: string;
}

async function named(db: Db, kind: Reference, ids: Id[]): Promise<Named[]> {
  if (kind === "address") {
    const rows = await db
      .select()
      .from(addresses)
      .where(inArray(addresses.id, ids.map(String)));
    return rows.map((row) => ({ id: row.id, name: onOneLine(row) }));
  }
  if (kind === "user") return peopleNamed(db, ids.map(Number));
  const { table, id, name } = sources[kind];
  const known = id.getSQLType() === "uuid" ? ids.map(String) : ids.map(Number).filter(Number.isSafeInteger);
  return db
    .select({ id: sql<Id>`${id}`, name })
    .from(table)
    .where(inArray(id, known));
}

const sources: Record<Exclude<Reference, "address" | "user">, { table: PgTable; id: PgColumn; name: SQL<string> }> = {
  supplier: { table: suppliers, id: suppliers.id, name: sql`${suppliers.name}` },
  marketplace: { table: marketplaces, id: marketplaces.id, name: sql`${marketplaces.name}` },
  productType: { table: productTypes, id: productTypes.id, name: sql`${productTypes.path}` },
  product: { table: products, id: products.id, name: sql`${products.name}` },
  variant: {
    table: productVariants,
    id: productVariants.id,
    name: sql`coalesce(nullif(${productVariants.name}, ''), ${productVariants.externalSku})`,
  },
  shippingRule: { table: shippingRules, id: shippingRules.id, name: sql`${shippingRules.name}` },
  attribute: { table: attributes, id: attributes.id, name: sql`${attributes.displayName}` },
  option: { table: attributeOptions, id: attributeOptions.id, name: sql`${attributeOptions.value}` },
  category: { table: categories, id: categories.id, name: sql`${categories.name}` },
  lineItem: { table: orderLineItems, id: orderLineItems.id, name: sql`${orderLineItems.productName}` },
  file: { table: files, id: files.id, name: sql`${files.name}` },
};

/** Users, keys, shops and stock feeds, whose ids are from one sequence. */
export async function peopleNamed(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  const which = (column: PgColumn) => inArray(column, [...ids]);
  const [people, machines, feeds, connected] = [
    await db
      .select({
        id: users.id,
        name: sql<string>`coalesce(nullif(trim(${users.givenName} || ' ' || ${users.surname}), ''), ${users.email})`,
      })
      .from(users)
      .where(which(users.id)),
    await db
      .select({ id: keys.id, name: sql<string>`'Key ' || ${keys.name}` })
      .from(keys)
      .where(which(keys.id)),
    await db
      .select({ id: stockFeeds.callerId, name: sql<string>`'Feed ' || ${stockFeeds.name}` })
      .from(stockFeeds)
      .where(which(stockFeeds.callerId)),
    await db
      .select({ id: shops.callerId, name: sql<string>`'Shop ' || ${shops.url}` })
      .from(shops)
      .where(which(shops.callerId)),
  ];
  return [...people, ...machines, ...feeds, ...connected];
}
