/** The names of records that changes mention, read for many changes at once. */
import { inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { onOneLine } from "#api/areas/shared/address.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  addresses,
  attributeOptions,
  categories,
  files,
  keys,
  orderLineItems,
  productVariants,
  shops,
  stockFeeds,
  users,
} from "#api/core/database/schema/index.ts";
import type { Reference } from "#api/core/history/fields.ts";
import type { RecordWithHistory } from "#api/core/history/recorded.ts";
import { recordsWithHistory } from "#api/core/history/records/index.ts";
import type { HistoryRecord } from "#contract/areas.ts";

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

type Source = Pick<RecordWithHistory, "table" | "id" | "name">;

/** What has no history of its own. */
const parts: Record<Exclude<Reference, "address" | HistoryRecord>, Source> = {
  variant: {
    table: productVariants,
    id: productVariants.id,
    name: sql`coalesce(nullif(${productVariants.name}, ''), ${productVariants.externalSku})`,
  },
  option: { table: attributeOptions, id: attributeOptions.id, name: sql`${attributeOptions.value}` },
  category: { table: categories, id: categories.id, name: sql`${categories.name}` },
  lineItem: { table: orderLineItems, id: orderLineItems.id, name: sql`${orderLineItems.productName}` },
  file: { table: files, id: files.id, name: sql`${files.name}` },
};

const sources: Record<Exclude<Reference, "address">, Source> = { ...recordsWithHistory, ...parts };

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
