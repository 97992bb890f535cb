/** How a product differs from the one that was approved, by its history. */
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { historyRows } from "#api/areas/history/history-rows.ts";
import type { Db } from "#api/core/database/connection.ts";
import { changes } from "#api/core/database/schema/index.ts";
import { netChanges } from "#api/core/history/net-changes.ts";
import type { StoredChange } from "#api/core/history/put-back.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { ChangesSince } from "#contract/approvals/schema.ts";
import { MarketplaceProductStatus } from "#contract/enumerations.ts";

const { approved, disabled, pendingReApproval } = MarketplaceProductStatus;

/** The parts of a product, in the order in which their changes are shown. Decisions and categories are not among them. */
const parts = [
  "products",
  "product_variants",
  "product_images",
  "product_attributes",
  "product_attribute_options",
  "product_variant_options",
  "attributes",
  "attribute_options",
];

/** Stock changes all the time, and nobody approves it. */
const isOnlyStock = sql`${changes.kind} = 'changed'
  and ${changes.fields} <@ array['products.stock_quantity', 'product_variants.stock_quantity']`;
const stock = "stock_quantity";

/** Fields, and rows that were added or removed. */
const mostShown = 5;
/** More stored changes than that are not compared. */
const mostCompared = 1_000;

interface Listing {
  id: number;
  productId: number;
  status: number;
}

/** Returns null for a listing that does not wait for another decision. */
export async function changesSinceDecision(
  context: Context,
  { id, productId, status }: Listing,
): Promise<ChangesSince | null> {
  if (status === approved || status === disabled) return null;
  const { db } = context;
  const isOfProduct = and(eq(changes.record, "product"), eq(changes.recordId, productId));
  const decision = await lastDecision(db, id, isOfProduct);
  const isAgain = status === pendingReApproval;
  if (!isAgain && decision?.status !== approved) return null;
  const since = await db
    .select()
    .from(changes)
    .where(
      and(
        isOfProduct,
        inArray(changes.tableName, parts),
        sql`not (${isOnlyStock})`,
        // Not by the time: the ids are in the order in which the locked product was changed.
        decision && gt(changes.id, decision.changeId),
      ),
    )
    .orderBy(asc(changes.id))
    .limit(mostCompared + 1);
  const of = { decision: decision?.status ?? null, decidedAt: decision?.at.toISOString() ?? null };
  if (since.length > mostCompared) return { ...of, changes: [], otherCount: null };
  const net = netChanges(since).flatMap(withoutStock);
  net.sort((a, b) => parts.indexOf(a.tableName) - parts.indexOf(b.tableName));
  const all = (await historyRows(context, net.slice(0, mostShown))).map(({ part, kind, fields }) => ({
    part,
    kind,
    fields: kind === "changed" ? fields : [],
  }));
  const shown = firstOf(all);
  const count = net.reduce((sum, change) => sum + sizeOf(change), 0);
  return {
    ...of,
    changes: shown,
    otherCount: count - shown.reduce((sum, { fields }) => sum + (fields.length || 1), 0),
  };
}

/** The last approval of the listing; if it was never approved, when it was last disabled. */
async function lastDecision(db: Db, listingId: number, isOfProduct: SQL | undefined) {
  const status = sql<number>`(${changes.after} ->> 'status')::integer`;
  const [last] = await db
    .select({ changeId: changes.id, at: changes.at, status })
    .from(changes)
    .where(
      and(
        isOfProduct,
        eq(changes.tableName, "marketplace_products"),
        sql`(${changes.key} ->> 'id')::integer = ${listingId}`,
        inArray(status, [approved, disabled]),
      ),
    )
    .orderBy(desc(sql`${status} = ${approved}`), desc(changes.id))
    .limit(1);
  return last;
}

/** A row may also have changed in something else. */
function withoutStock(change: StoredChange): StoredChange[] {
  if (change.kind !== "changed") return [change];
  const { [stock]: _, ...before } = change.before ?? {};
  const { [stock]: __, ...after } = change.after ?? {};
  return Object.keys(after).length > 0 ? [{ ...change, before, after }] : [];
}

/** A changed row counts each of its fields, an added or removed one counts once. */
const sizeOf = ({ kind, after }: StoredChange) => (kind === "changed" ? Object.keys(after ?? {}).length : 1);

function firstOf(rows: ChangesSince["changes"]): ChangesSince["changes"] {
  let room = mostShown;
  return rows.flatMap((row) => {
    if (room === 0) return [];
    const fields = row.fields.slice(0, room);
    room -= fields.length || 1;
    return [{ ...row, fields }];
  });
}
