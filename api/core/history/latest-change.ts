/** Finds the users who have changed a record since the sender of a command saw it. */
import { and, desc, eq } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { categoryGroups, changes, orderLineItems, stockFeeds, users } from "#api/core/database/schema/index.ts";
import { factsOf, type HistoryRecord } from "#contract/areas.ts";
import type { ChangedBy } from "#contract/problem.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { knownNames, unnamedOperator } from "./known-names.ts";

/** The kind of record of each area of records, whose commands have its id in a field such as `SupplierId`. */
const recordOfArea: ReadonlyMap<string, HistoryRecord> = new Map(
  Object.entries(factsOf("records")).flatMap(([area, kinds]) => keysOf(kinds).map((kind) => [area, kind])),
);

/** All settings are one record. */
const settingsId = 1;

async function recordOf(
  db: Db,
  area: string,
  input: Readonly<Record<string, unknown>>,
): Promise<{ record: HistoryRecord; id: number } | undefined> {
  if (area === "settings") return { record: "settings", id: settingsId };
  const { LineItemId, GroupId, FeedId } = input;
  if (area === "orders" && typeof LineItemId === "number") {
    const [item] = await db.select().from(orderLineItems).where(eq(orderLineItems.id, LineItemId));
    return item && { record: "order", id: item.orderId };
  }
  if (area === "categories" && typeof GroupId === "number") {
    const [group] = await db.select().from(categoryGroups).where(eq(categoryGroups.id, GroupId));
    return group && { record: "marketplace", id: group.marketplaceId };
  }
  if (area === "stockFeeds" && typeof FeedId === "number") {
    const [feed] = await db.select().from(stockFeeds).where(eq(stockFeeds.id, FeedId));
    return feed && { record: "supplier", id: feed.supplierId };
  }
  const record = recordOfArea.get(area);
  const id = record && input[`${record.slice(0, 1).toUpperCase()}${record.slice(1)}Id`];
  return record && typeof id === "number" ? { record, id } : undefined;
}

/** Fields that are stored in a column of another name. */
const columns: Readonly<Record<string, string>> = {
  Registered: "gst_registered",
  RegisteredFrom: "gst_registered_from",
  RegisteredUntil: "gst_registered_until",
};

/** Changes by these commands are not in the history, so that nobody is named. */
const unrecorded: ReadonlySet<string> = new Set(["stockFeeds.assignColumns"]);

/** `StockQuantity` is the column `stock_quantity`, in one of the tables of the record. */
const columnOf = (field: string) => columns[field] ?? field.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();

/**
 * Returns for each field of a command who has changed it last; without a column of its name, who else has changed the
 * record last. Fields of which that is not known are left out.
 * @param command `name` is that of the operation, such as `products.updateDetails`
 */
export async function latestChanges(
  db: Db,
  caller: Pick<Caller, "userId" | "seesAllSuppliers">,
  { name, input }: { name: string; input: Readonly<Record<string, unknown>> },
  fields: readonly string[],
): Promise<Record<string, ChangedBy>> {
  if (unrecorded.has(name)) return {};
  const [area = ""] = name.split(".");
  const about = await recordOf(db, area, input);
  if (!about) return {};
  const newest = await db
    .select({ change: changes, givenName: users.givenName, surname: users.surname })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.userId))
    .where(and(eq(changes.record, about.record), eq(changes.recordId, about.id)))
    .orderBy(desc(changes.at), desc(changes.id))
    .limit(lookedAt);
  const isKnown = await knownNames(
    db,
    caller,
    newest.map(({ change }) => change),
    newest.flatMap(({ change }) => change.userId ?? []),
  );
  return Object.fromEntries(
    fields.flatMap((field) => {
      const isOfField = ({ change }: (typeof newest)[number]) =>
        change.fields.some((each) => each.endsWith(`.${columnOf(field)}`));
      const found = newest.find(isOfField) ?? newest.find(({ change }) => change.userId !== caller.userId);
      if (!found) return [];
      const { change, givenName, surname } = found;
      const name = `${givenName ?? ""} ${surname ?? ""}`.trim() || null;
      const userName = change.userId === null || isKnown(change, change.userId) ? name : unnamedOperator;
      return [[field, { userName, at: change.at.toISOString(), way: change.way, detail: change.detail }]];
    }),
  );
}

const lookedAt = 50;
