/**
 * Creates invoices of any number of line items with a fixed number of statements. An invoice claims the transactions it
 * pays: each gets the invoice's id, and payment transactions of the same amounts are written. All of it happens in one
 * transaction that locks the suppliers and the orders, so concurrent requests cannot invoice an amount twice.
 */
import { and, asc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { writeChargeSums } from "#api/areas/shared/charges.ts";
import { documentKind } from "#api/areas/shared/invoice-issue.ts";
import { storedAmounts } from "#api/areas/shared/stored-amounts.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  charges,
  invoiceRows,
  invoices,
  marketplaces,
  orderLineItems,
  orders,
  orderTransactions,
  suppliers,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { TransactionType } from "#contract/enumerations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import type { DocumentKind } from "#contract/rules/invoice.ts";
import { claimCharges, owedCharges, releaseCharges } from "./claim-charges.ts";
import { isUninvoiced, type Owed, ofParties, owedAt, type Parties } from "./owed.ts";

interface Making extends Pick<Context, "db" | "now"> {
  /** Its time zone is that of the days of a registration. */
  config: Pick<Context["config"], "timeZone">;
  /** The user recorded in the ledger. */
  caller: { userId: number };
}

/**
 * Creates the documents of each supplier–marketplace pair with a non-zero balance at `date`: one of each kind for sales,
 * and one for adjustments. Returns their ids.
 */
export async function makeInvoices(work: Making, parties: readonly Parties[], date: Date): Promise<number[]> {
  const { db } = work;
  await lockSuppliers(
    db,
    parties.map(({ supplierId }) => supplierId),
  );
  const owed = await owedAt(work, date);
  const found = owed(ofParties(parties));
  const locked = owed(await lockOrders(db, sql`${orders.id} in (select ${found.orderId} from ${found})`));
  const between = await owedBetween(db, locked);
  const documents = [...between, ...(await withChargesOnly(work, parties, date, between))];
  if (documents.length === 0) return [];
  const made = await db
    .insert(invoices)
    .values(documents.map((pair) => ({ ...pair, invoicedAt: date })))
    .returning({ id: invoices.id });
  const ids = made.map(({ id }) => id);
  await fillInvoices(work, ids, date, locked);
  return ids;
}

/** The documents of the pairs that have charges, and nothing else. */
async function withChargesOnly(
  { db, config }: Making,
  parties: readonly Parties[],
  date: Date,
  others: readonly Parties[],
): Promise<Document[]> {
  const isSame = (a: Parties) => (b: Parties) => a.supplierId === b.supplierId && a.marketplaceId === b.marketplaceId;
  const supplierIds = parties.map(({ supplierId }) => supplierId);
  const found = await owedCharges(
    db,
    dayOf(date.toISOString(), config.timeZone),
    isAny(charges.supplierId, supplierIds),
  );
  return found
    .filter((pair) => parties.some(isSame(pair)) && !others.some(isSame(pair)))
    .map(({ supplierId, marketplaceId }) => ({
      supplierId,
      marketplaceId,
      isAdjustment: false,
      documentKind: "charges",
    }));
}

/**
 * Fills a draft again with what is owed now. It stays of its kind where anything of that kind is owed. The caller has
 * locked the draft and its supplier.
 */
export async function refillInvoice(
  work: Making,
  invoice: Parties & { id: number; isAdjustment: boolean },
): Promise<void> {
  const { db, now, config } = work;
  const { id, isAdjustment } = invoice;
  const [was] = await db
    .select({ kind: documentKind(config.timeZone) })
    .from(invoices)
    .where(eq(invoices.id, id));
  const owed = await owedAt(work, now);
  const found = owed(ofParties([invoice]));
  const locked = await lockOrders(
    db,
    sql`${orders.id} in (select ${invoiceRows.orderId} from ${invoiceRows} where ${invoiceRows.invoiceId} = ${id} union all select ${found.orderId} from ${found})`,
  );
  await releaseAmounts(db, id);
  const owedNow = owed(locked);
  const kinds = (await owedBetween(db, owedNow))
    .filter((each) => each.isAdjustment === isAdjustment)
    .map((each) => each.documentKind);
  const kind = kinds.find((each) => each === was?.kind) ?? kinds[0] ?? was?.kind;
  await db.update(invoices).set({ invoicedAt: now, documentKind: kind }).where(eq(invoices.id, id));
  await fillInvoices(work, [id], now, owedNow);
}

/** Releases the amounts of a draft for other invoices. The caller has locked the draft and its supplier. */
export async function emptyDraft(work: Making, id: number): Promise<void> {
  const { db } = work;
  await lockOrders(
    db,
    sql`${orders.id} in (select ${invoiceRows.orderId} from ${invoiceRows} where ${invoiceRows.invoiceId} = ${id})`,
  );
  await releaseAmounts(db, id);
  await writeSums(db, [id]);
  await writeChargeSums(db, [id]);
  await insertPayments(work, [id]);
}

async function releaseAmounts(db: Db, id: number): Promise<void> {
  await db
    .update(orderTransactions)
    .set({ invoiceId: null })
    .where(and(eq(orderTransactions.invoiceId, id), ne(orderTransactions.type, TransactionType.payment)));
  await db.delete(invoiceRows).where(eq(invoiceRows.invoiceId, id));
  await releaseCharges(db, id);
}

/** Locks the suppliers, so that invoices of each are generated one at a time. */
export async function lockSuppliers(db: Db, ids: readonly number[]): Promise<void> {
  const which = [...new Set(ids)];
  await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(isAny(suppliers.id, which))
    .orderBy(asc(suppliers.id))
    .for("no key update");
}

/** Returns the condition that restricts line items to those of the locked orders. */
async function lockOrders(db: Db, which: SQL): Promise<SQL> {
  const locked = await db.select({ id: orders.id }).from(orders).where(which).orderBy(asc(orders.id)).for("update");
  return isAny(
    orderLineItems.orderId,
    locked.map(({ id }) => id),
  );
}

/** Passed as one array: there may be more ids than bind parameters allow. */
const isAny = (column: AnyPgColumn, ids: readonly number[]): SQL => sql`${column} = any(${sql.param(ids)}::integer[])`;

type Document = Parties & { isAdjustment: boolean; documentKind: DocumentKind };

function owedBetween(db: Db, owed: ReturnType<Owed>): Promise<Document[]> {
  const { supplierId, marketplaceId, isAdjustment, documentKind } = owed;
  return db
    .selectDistinct({ supplierId, marketplaceId, isAdjustment, documentKind })
    .from(owed)
    .orderBy(supplierId, marketplaceId, isAdjustment, documentKind);
}

/** Claims what is owed for these new, empty invoices. */
async function fillInvoices(work: Making, ids: readonly number[], date: Date, owed: ReturnType<Owed>): Promise<void> {
  await writeParties(work.db, ids);
  await claimAmounts(work.db, ids, date, owed);
  await writeRows(work.db, ids);
  await writeSums(work.db, ids);
  await insertPayments(work, ids);
  await claimCharges(work.db, ids, dayOf(date.toISOString(), work.config.timeZone));
}

async function writeParties(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .update(invoices)
    .set({
      supplierLegalName: sql`coalesce(nullif(${suppliers.legalName}, ''), ${suppliers.name})`,
      supplierAbn: sql`${suppliers.abn}`,
      supplierAddressId: sql`${suppliers.billingAddressId}`,
      supplierBsb: sql`${suppliers.bsb}`,
      supplierAccountNumber: sql`${suppliers.accountNumber}`,
      supplierAccountName: sql`${suppliers.accountName}`,
      marketplaceLegalName: sql`${marketplaces.legalName}`,
      marketplaceAbn: sql`${marketplaces.abn}`,
      marketplaceAddressId: sql`${marketplaces.businessAddressId}`,
    })
    .from(suppliers)
    .innerJoin(marketplaces, sql`true`)
    .where(
      and(isAny(invoices.id, ids), eq(suppliers.id, invoices.supplierId), eq(marketplaces.id, invoices.marketplaceId)),
    );
}

async function claimAmounts(db: Db, ids: readonly number[], date: Date, owed: ReturnType<Owed>): Promise<void> {
  await db.execute(sql`
    update ${orderTransactions} set invoice_id = ${invoices.id}
    from ${owed} join ${invoices} on ${invoices.supplierId} = ${owed.supplierId} and ${invoices.marketplaceId} = ${owed.marketplaceId}
      and ${invoices.isAdjustment} = ${owed.isAdjustment} and ${invoices.documentKind} = ${owed.documentKind}
    where ${isAny(invoices.id, ids)} and ${orderTransactions.lineItemId} = ${owed.lineItemId} and ${isUninvoiced} and ${orderTransactions.at} <= ${date}`);
}

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
const amountNames = list(storedAmounts.map((amount) => sql`${sql.identifier(orderTransactions[amount].name)}`));
const amountSums = list(storedAmounts.map((amount) => sql`sum(${sql.identifier(orderTransactions[amount].name)})`));

async function writeRows(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    insert into ${invoiceRows} (invoice_id, line_item_id, order_id, marketplace_order_id, ordered_at, product_name, quantity, ${amountNames})
    select ${orderTransactions.invoiceId}, ${orderLineItems.id}, ${orders.id}, ${orders.marketplaceOrderId}, ${orders.orderedAt}, ${orderLineItems.productName},
      sum(${orderTransactions.quantity}), ${amountSums}
    from ${orderTransactions}
    join ${orderLineItems} on ${orderLineItems.id} = ${orderTransactions.lineItemId}
    join ${orders} on ${orders.id} = ${orderLineItems.orderId}
    where ${isAny(orderTransactions.invoiceId, ids)} and ${orderTransactions.type} <> ${TransactionType.payment}
    group by ${orderTransactions.invoiceId}, ${orderLineItems.id}, ${orders.id}`);
}

async function writeSums(db: Db, ids: readonly number[]): Promise<void> {
  const sums = list(storedAmounts.map((amount) => sql`coalesce(sum(${invoiceRows[amount]}), 0)`));
  await db.execute(sql`
    update ${invoices} set (${amountNames}) = (select ${sums} from ${invoiceRows} where ${invoiceRows.invoiceId} = ${invoices.id})
    where ${isAny(invoices.id, ids)}`);
}

/**
 * Pays every line item in full. Where the invoice has already paid part of it, only the difference is written, positive
 * or negative.
 */
async function insertPayments({ db, caller, now }: Making, ids: readonly number[]): Promise<void> {
  const isDifferent = or(
    ...storedAmounts.map((amount) => sql`sum(${sql.identifier(orderTransactions[amount].name)}) <> 0`),
  );
  const paid = list(storedAmounts.map((amount) => sql`-${orderTransactions[amount]}`));
  await db.execute(sql`
    insert into ${orderTransactions} (invoice_id, line_item_id, at, type, quantity, user_id, ${amountNames})
    select invoice_id, line_item_id, ${now}, ${TransactionType.payment}, 0, ${caller.userId}, ${amountSums}
    from (
      select invoice_id, line_item_id, ${amountNames} from ${invoiceRows} where ${isAny(invoiceRows.invoiceId, ids)}
      union all
      select invoice_id, line_item_id, ${paid} from ${orderTransactions}
      where ${isAny(orderTransactions.invoiceId, ids)} and ${orderTransactions.type} = ${TransactionType.payment}
    ) as wanted
    group by invoice_id, line_item_id having ${isDifferent}
    order by invoice_id, line_item_id`);
}
