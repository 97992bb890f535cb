/**
 * The statement of account of a supplier: issued documents, payments, and payments that the bank returned, with the
 * balance after each. Another kind of entry is another part of `entriesOf`, and a word in the contract.
 */
import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import {
  isCountedOpeningBalance,
  isIssued,
  isOpeningBalance,
  isReleased,
  isReturned,
  issueDay,
  openingBalances,
  withoutOpeningBalances,
} from "#api/areas/shared/supplier-entries.ts";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  charges,
  invoices,
  marketplaces,
  orderTransactions,
  paymentRuns,
  supplierPayments,
  suppliers,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound, refuse } from "#api/core/refusals/refusal.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { StatementBalances, StatementEntry, StatementEntryKind } from "#contract/invoices/supplier-statement.ts";
import type { Operations } from "#contract/operations.ts";
import type { DocumentKind } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { heldBetween, heldRowsOf, owedParties } from "./owed.ts";
import { todayOf } from "./state.ts";

type Invoices = Operations["invoices"];

type Reading = Pick<Context, "db" | "caller" | "now" | "config">;

/** Days in the operator's time zone, as `2026-03-02`; undefined for no limit. */
export interface StatementDays {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** Condition: suppliers whose statements the caller may see, which are those whose invoices it sees. */
export const hasStatement = (caller: Caller): SQL | undefined =>
  visibleTo(caller, suppliers.id, SupplierPermission.invoices);

/** @throws Refusal 404 */
export async function supplierOf({ db, caller }: Pick<Context, "db" | "caller">, id: number) {
  const [supplier] = await db
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.id, id), hasStatement(caller)));
  if (!supplier) throw notFound("This supplier");
  return supplier;
}

/** @throws Refusal 422 */
export function assertDays({ fromDate, toDate }: StatementDays): void {
  refuse({
    toDate: fromDate !== undefined && toDate !== undefined && toDate < fromDate && "This is before the first day.",
  });
}

/** The places of the kinds among the entries of a day. */
const places: Record<StatementEntryKind, number> = { openingBalance: 0, document: 1, payment: 2, returnedPayment: 3 };

const part = (kind: StatementEntryKind, id: unknown, day: SQL, amount: SQL, from: SQL) =>
  sql`select ${kind}::text as kind, ${places[kind]}::int as place, ${id} as id, ${day} as day, ${amount} as amount from ${from}`;

/**
 * Every entry of the supplier, in no order. A draft is none, because nothing is owed by a document before it is issued,
 * nor is a payment that has not been released.
 */
function entriesOf(supplierId: number, timeZone: string): SQL {
  const { paymentRunId, returnedOn, amount, withheld } = supplierPayments;
  const ofSupplier = sql`${supplierPayments.supplierId} = ${supplierId}`;
  const runs = sql`${supplierPayments} join ${paymentRuns} on ${paymentRuns.id} = ${paymentRunId}`;
  return sql.join(
    [
      part(
        "openingBalance",
        charges.id,
        sql`${charges.day}`,
        sql`-${charges.exTax} - ${charges.tax}`,
        sql`${charges} where ${and(eq(charges.supplierId, supplierId), isCountedOpeningBalance)}`,
      ),
      part(
        "document",
        invoices.id,
        issueDay(timeZone),
        withoutOpeningBalances,
        sql`${invoices} where ${invoices.supplierId} = ${supplierId} and ${isIssued}`,
      ),
      part(
        "payment",
        paymentRunId,
        sql`${paymentRuns.bankDate}`,
        sql`-${amount} - ${withheld}`,
        sql`${runs} where ${ofSupplier} and ${isReleased}`,
      ),
      part(
        "returnedPayment",
        paymentRunId,
        sql`${returnedOn}`,
        sql`${amount} + ${withheld}`,
        sql`${supplierPayments} where ${ofSupplier} and ${isReturned}`,
      ),
    ],
    sql` union all `,
  );
}

const isWithin = ({ fromDate, toDate }: StatementDays): SQL =>
  and(
    fromDate === undefined ? undefined : sql`day >= ${fromDate}::date`,
    toDate === undefined ? undefined : sql`day <= ${toDate}::date`,
  ) ?? sql`true`;

interface FoundEntry extends Record<string, unknown> {
  kind: StatementEntryKind;
  id: number;
  day: string;
  amount: number;
  balance: number;
  documentKind: DocumentKind | null;
  isAdjustment: boolean | null;
  marketplaceName: string | null;
  supplies: number | null;
  commission: number | null;
  charges: number | null;
  reference: string | null;
  invoiceId: number | null;
  withheld: number | null;
  reason: string | null;
}

interface Part {
  direction?: "asc" | "desc";
  limit?: number;
  offset?: number;
}

/**
 * Returns entries with the balance after each, which counts those before the first day, too. One statement, so that the
 * balances agree with each other.
 */
export async function entriesIn(
  context: Pick<Context, "db" | "now" | "config">,
  supplierId: number,
  days: StatementDays,
  { direction = "asc", limit, offset = 0 }: Part = {},
): Promise<StatementEntry[]> {
  const way = sql.raw(direction);
  const order = sql`day ${way}, place ${way}, id ${way}`;
  const { rows } = await context.db.execute<FoundEntry>(sql`
    with entries as (${entriesOf(supplierId, context.config.timeZone)}),
    listed as (select *, sum(amount) over (order by day, place, id) as balance from entries),
    found as (select * from listed where ${isWithin(days)} order by ${order} limit ${limit ?? null} offset ${offset})
    select found.kind, found.id, found.day::text as day, found.amount::float8 as amount, found.balance::float8 as balance,
      ${invoices.documentKind} as "documentKind", ${invoices.isAdjustment} as "isAdjustment",
      ${marketplaces.name} as "marketplaceName",
      (${invoices.purchaseExTax} + ${invoices.purchaseTax} + ${invoices.shippingExTax} + ${invoices.shippingTax})::float8 as supplies,
      (${invoices.commissionExTax} + ${invoices.commissionTax})::float8 as commission,
      case when ${invoices.id} is not null
        then (${invoices.chargesExTax} + ${invoices.chargesTax} - ${openingBalances})::float8 end as charges,
      ${supplierPayments.reference} as reference, ${invoiceOfPayment} as "invoiceId",
      ${supplierPayments.withheld}::float8 as withheld,
      case when found.kind = 'returnedPayment' then ${supplierPayments.returnReason} else '' end as reason
    from found
    left join ${invoices} on found.kind = 'document' and ${invoices.id} = found.id
    left join ${marketplaces} on ${marketplaces.id} = ${invoices.marketplaceId}
    left join ${supplierPayments} on found.kind in ('payment', 'returnedPayment') and ${supplierPayments.paymentRunId} = found.id
      and ${supplierPayments.supplierId} = ${supplierId}
    order by found.day ${way}, found.place ${way}, found.id ${way}`);
  const today = todayOf(context);
  return rows.map((row) => entryOf(row, today));
}

/** The first invoice of a payment. */
export const invoiceOfPayment: SQL<number | null> = sql<number | null>`coalesce(
  (${supplierPayments.formerInvoices})[1],
  (select min(paid.id) from ${invoices} as paid where paid.payment_run_id = ${supplierPayments.paymentRunId} and paid.supplier_id = ${supplierPayments.supplierId}))`;

function entryOf({ kind, id, day, amount, balance, ...row }: FoundEntry, today: string): StatementEntry {
  const { documentKind, isAdjustment, marketplaceName, supplies, commission, reference, invoiceId, reason } = row;
  const { charges, withheld } = row;
  const document = documentKind && {
    documentKind,
    isAdjustment: isAdjustment ?? false,
    marketplaceName: marketplaceName ?? "",
    supplies: supplies ?? 0,
    commission: commission ?? 0,
    charges: charges ?? 0,
  };
  const payment =
    reference === null
      ? null
      : { reference, invoiceId, withheld: withheld ?? 0, reason: reason ?? "", isScheduled: day > today };
  return { kind, id, day, amount, balance, document, payment };
}

/** Sums of a supplier's entries, in dollars. */
type Sums = Pick<
  StatementBalances,
  "openingBalance" | "openingBalances" | "documents" | "payments" | "returnedPayments" | "closingBalance"
>;

/** Sums up all entries, those of the days by kind. */
export async function sumsOf(
  { db, config }: Pick<Context, "db" | "config">,
  supplierId: number,
  days: StatementDays,
): Promise<Sums & { count: number }> {
  const isBefore = days.fromDate === undefined ? sql`false` : sql`day < ${days.fromDate}::date`;
  const isCounted = isWithin({ toDate: days.toDate });
  const sumOf = (which: SQL) => sql`coalesce(sum(amount) filter (where ${which}), 0)::float8`;
  const ofKind = (kind: StatementEntryKind) => sumOf(sql`kind = ${kind} and ${isWithin(days)}`);
  const { rows } = await db.execute<Sums & { count: number } & Record<string, unknown>>(sql`
    select ${sumOf(isBefore)} as "openingBalance", ${ofKind("openingBalance")} as "openingBalances",
      ${ofKind("document")} as documents, ${ofKind("payment")} as payments,
      ${ofKind("returnedPayment")} as "returnedPayments", ${sumOf(isCounted)} as "closingBalance",
      (count(*) filter (where ${isWithin(days)}))::int as count
    from (${entriesOf(supplierId, config.timeZone)}) as entries`);
  const none = {
    openingBalance: 0,
    openingBalances: 0,
    documents: 0,
    payments: 0,
    returnedPayments: 0,
    closingBalance: 0,
    count: 0,
  };
  return rows[0] ?? none;
}

/** Returns what no issued document has yet: it is in no balance. Supplier staff do not learn what is in drafts. */
export async function notIssuedOf(
  { db, caller, now, config }: Reading,
  supplierId: number,
): Promise<Pick<StatementBalances, "uninvoiced" | "inDrafts" | "held">> {
  const transactions = eq(orderTransactions.supplierId, supplierId);
  const owed = await owedParties({ db, config }, now, {
    transactions,
    charges: and(eq(charges.supplierId, supplierId), not(isOpeningBalance)),
  });
  const uninvoiced = owed.map((parties) => parties.total);
  const inDrafts = await draftsOf(db, supplierId);
  const held = heldRowsOf(await heldBetween({ db, config }, now, transactions));
  return caller.seesAllSuppliers
    ? { uninvoiced: add(...uninvoiced), inDrafts, held }
    : { uninvoiced: add(...uninvoiced, inDrafts), inDrafts: null, held };
}

async function draftsOf(db: Db, supplierId: number): Promise<number> {
  const [row] = await db
    .select({ sum: sql`coalesce(sum(${withoutOpeningBalances}), 0)`.mapWith(Number) })
    .from(invoices)
    .where(and(eq(invoices.supplierId, supplierId), isNull(invoices.notifiedAt), isNull(invoices.voidedAt)));
  return row?.sum ?? 0;
}

export const statement: Handler<Invoices["statement"]> = async ({ id, fromDate, toDate, ...page }, context) => {
  await supplierOf(context, id);
  const days = { fromDate, toDate };
  assertDays(days);
  const { pageSize, pageNumber, includeTotalCount, sortDirection } = page;
  const items = await entriesIn(context, id, days, {
    direction: sortDirection === "Descending" ? "desc" : "asc",
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  });
  return { items, totalCount: includeTotalCount ? (await sumsOf(context, id, days)).count : null };
};

export const statementBalances: Handler<Invoices["statementBalances"]> = async ({ id, ...days }, context) => {
  const { name } = await supplierOf(context, id);
  assertDays(days);
  const { count: _, ...sums } = await sumsOf(context, id, days);
  return { supplierName: name, ...sums, ...(await notIssuedOf(context, id)) };
};
