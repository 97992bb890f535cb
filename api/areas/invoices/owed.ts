/** Amounts owed to suppliers that no invoice has taken yet. */
import { and, count, eq, inArray, isNotNull, isNull, lte, ne, not, or, type SQL, sql, sum } from "drizzle-orm";
import { kindOfSale } from "#api/areas/shared/invoice-issue.ts";
import { isHeld, isNotHeld } from "#api/areas/shared/line-item-holds.ts";
import { queryOfParts } from "#api/areas/shared/order-parties.ts";
import { payable, storedAmounts } from "#api/areas/shared/stored-amounts.ts";
import type { Db } from "#api/core/database/connection.ts";
import { invoiceRows, invoices, orderLineItems, orders, orderTransactions } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import type { HeldRows } from "#contract/invoices/holds.ts";
import { dayOf } from "#contract/rules/dates.ts";
import type { DocumentKind } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { owedCharges } from "./claim-charges.ts";

/** The two parties to an invoice. */
export interface Parties {
  supplierId: number;
  marketplaceId: number;
}

/** The parties with the amounts owed between them. */
export interface OwedParties extends Parties {
  lineItems: number;
  /** Number of these line items that are in an issued invoice: their changes go into an adjustment note. */
  adjustments: number;
  /** The kinds of documents that they would be in. */
  documentKinds: DocumentKind[];
  /** Number of charges and credits. */
  charges: number;
  /** Dollars inc GST: what the supplier would be paid. */
  total: number;
}

/** Money entries that are in no invoice; the condition matches that of their partial index. */
export const isUninvoiced = sql`${orderTransactions.invoiceId} is null and ${orderTransactions.type} in (0, 1, 2)`;

const isInInvoice = (which: SQL) => sql`exists (
  select 1 from ${invoiceRows} join ${invoices} on ${invoices.id} = ${invoiceRows.invoiceId} where ${invoiceRows.lineItemId} = ${orderLineItems.id} and ${which})`;
/** The line item is in an issued invoice: later changes go into an adjustment note. */
const isIssued = isInInvoice(sql`${invoices.notifiedAt} is not null`);
/** The line item is in a draft: later changes are taken by generating the draft again. */
const isInDraft = isInInvoice(sql`${invoices.notifiedAt} is null`);

/** Of a line item in issued documents; they are all of one kind. */
const issuedKind = sql`(
  select max(${invoices.documentKind}) from ${invoiceRows} join ${invoices} on ${invoices.id} = ${invoiceRows.invoiceId}
  where ${invoiceRows.lineItemId} = ${orderLineItems.id} and ${invoices.notifiedAt} is not null)`;

/** Makes a query of owed items, of all line items or those that match a condition on line items and transactions. */
export type Owed = (which: SQL | undefined) => ReturnType<typeof owedItems>;

interface Owing {
  db: Db;
  /** Its time zone is that of the days of a registration. */
  config: Pick<Context["config"], "timeZone">;
}

/**
 * Settled line items with an outstanding balance at `date`, positive or negative, that are in no draft and not held; or
 * those that are held.
 */
export async function owedAt({ db, config }: Owing, date: Date, holds: SQL = isNotHeld): Promise<Owed> {
  const query = await queryOfParts(db, "transactions", "items");
  return (which) => owedItems(query, config.timeZone, date, and(holds, which));
}

function owedItems(
  query: Awaited<ReturnType<typeof queryOfParts>>,
  timeZone: string,
  date: Date,
  which: SQL | undefined,
) {
  const { supplierId, marketplaceId } = orderTransactions;
  const { id, orderId, orderedAt, status } = orderLineItems;
  const isSettled = inArray(status, [OrderLineItemStatus.complete, OrderLineItemStatus.cancelled]);
  return query
    .select({
      lineItemId: sql<number>`${id}`.as("owed_line_item_id"),
      orderId: sql<number>`${orderId}`.as("owed_order_id"),
      supplierId: sql<number>`${supplierId}`.as("owed_supplier_id"),
      marketplaceId: sql<number>`${marketplaceId}`.as("owed_marketplace_id"),
      isAdjustment: sql<boolean>`${isIssued}`.as("owed_is_adjustment"),
      documentKind:
        sql<DocumentKind>`coalesce(${issuedKind}, ${kindOfSale({ supplierId, marketplaceId, orderedAt }, timeZone)})`.as(
          "owed_document_kind",
        ),
      total: sql`sum(${payable(orderTransactions)})`.as("owed_total"),
    })
    .from(orderTransactions)
    .innerJoin(orderLineItems, eq(id, orderTransactions.lineItemId))
    .where(
      and(
        isUninvoiced,
        lte(orderTransactions.at, date),
        isSettled,
        isNull(orderLineItems.deletedAt),
        isNotNull(supplierId),
        not(isInDraft),
        which,
      ),
    )
    .groupBy(id, orderId, orderedAt, supplierId, marketplaceId)
    .having(or(...storedAmounts.map((amount) => ne(sum(orderTransactions[amount]), "0"))))
    .as("owed");
}

/** Runs ANALYZE first: fresh rows have no statistics yet, and the planner would pick nested loops. */
export async function learnSizes(db: Db): Promise<void> {
  await db.execute(sql`analyze (skip_locked) ${orders}, ${orderLineItems}, ${orderTransactions}`);
}

interface Which {
  /** Conditions on transactions, and on charges. */
  transactions?: SQL | undefined;
  charges?: SQL | undefined;
}

/** The pairs that can be invoiced: all of them, or those that match the conditions. */
export async function owedParties(work: Owing, date: Date, which: Which = {}): Promise<OwedParties[]> {
  const sold = await soldBetween(work, date, which.transactions);
  const charged = await owedCharges(work.db, dayOf(date.toISOString(), work.config.timeZone), which.charges);
  const pairs = new Map(sold.map((pair) => [keyOf(pair), { ...pair, charges: 0 }]));
  for (const { supplierId, marketplaceId, charges, chargesTotal } of charged) {
    const nothing = { supplierId, marketplaceId, lineItems: 0, adjustments: 0, total: 0 };
    const pair = pairs.get(keyOf(nothing)) ?? { ...nothing, documentKinds: ["charges" as const] };
    pairs.set(keyOf(pair), { ...pair, charges, total: add(pair.total, -chargesTotal) });
  }
  return [...pairs.values()].sort((a, b) => a.supplierId - b.supplierId || a.marketplaceId - b.marketplaceId);
}

/** Identifies a pair. */
export const keyOf = ({ supplierId, marketplaceId }: Parties) => `${supplierId} ${marketplaceId}`;

/** The pairs with line items that would be owed if they were not held. */
export const heldBetween = (work: Owing, date: Date, which?: SQL) => soldBetween(work, date, which, isHeld);

/** Sums up pairs. */
export const heldRowsOf = (pairs: readonly HeldRows[]): HeldRows => ({
  lineItems: add(...pairs.map(({ lineItems }) => lineItems)),
  total: add(...pairs.map(({ total }) => total)),
});

async function soldBetween(
  work: Owing,
  date: Date,
  which: SQL | undefined,
  holds?: SQL,
): Promise<Omit<OwedParties, "charges">[]> {
  const owed = (await owedAt(work, date, holds))(which);
  const { supplierId, marketplaceId, isAdjustment, documentKind, total } = owed;
  return work.db
    .select({
      supplierId,
      marketplaceId,
      lineItems: count(),
      adjustments: sql`count(*) filter (where ${isAdjustment})`.mapWith(Number),
      documentKinds: sql<DocumentKind[]>`array_agg(distinct ${documentKind} order by ${documentKind})`,
      total: sql`sum(${total})`.mapWith(Number),
    })
    .from(owed)
    .groupBy(supplierId, marketplaceId)
    .orderBy(supplierId, marketplaceId);
}

/** Restricts transactions to these pairs. That they are of few suppliers is said twice, because PostgreSQL plans by it. */
export const ofParties = (parties: readonly Parties[]): SQL => {
  const { supplierId, marketplaceId } = orderTransactions;
  const suppliers = [...new Set(parties.map((pair) => pair.supplierId))];
  return sql`${supplierId} = any(${sql.param(suppliers)}::integer[]) and (${supplierId}, ${marketplaceId}) in (
    select (pair ->> 'supplierId')::integer, (pair ->> 'marketplaceId')::integer from jsonb_array_elements(${JSON.stringify(parties)}::jsonb) as given (pair))`;
};
