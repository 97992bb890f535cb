/**
 * Every transaction of a marketplace with its order, its invoice and its payment. Below them are the totals of each
 * invoice that was paid in the period, next to the invoice's own total.
 */

import { and, asc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { pairsOf } from "#api/areas/shared/order-ledger.ts";
import { queryOfParts } from "#api/areas/shared/order-parties.ts";
import { payable } from "#api/areas/shared/stored-amounts.ts";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import { visibleInvoices, withoutDrafts } from "#api/core/access/visible-invoices.ts";
import {
  invoices,
  orderLineItems,
  orders,
  orderTransactions,
  paymentRuns,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { excelExport } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import { batchesOf, countUpTo, type Keys } from "#api/core/lists/batches.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { SupplierPermission, TransactionType, transactionTypes } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { invoiceFigures, invoiceNumber } from "#contract/rules/invoice.ts";
import { isOpen } from "#contract/rules/order-line.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { amountColumns } from "./amount-columns.ts";
import { todayOf } from "./state.ts";

type Report = Operations["invoices"]["exportReconciliation"];
type Filters = Parameters<Handler<Report>>[0];

export const exportReconciliation: Handler<Report> = async (filters, context) =>
  excelExport(
    context,
    "ReconciliationExport.xlsx",
    { name: "Reconciliation", columns, rows: rowsOf(context, filters) },
    {
      format: filters.format,
      countUpTo: async (most) =>
        countUpTo(context.db, listOf(await queryOfParts(context.db, "transactions"), context.caller, filters), most),
    },
  );

type Query = Awaited<ReturnType<typeof queryOfParts>>;

/** Whether the bank has paid the invoice. A payment of a later day, or without a release, is still to be paid. */
const isPaidOn = (today: string) =>
  sql<boolean>`coalesce(${paymentRuns.releasedAt} is not null and ${paymentRuns.bankDate} <= ${today}::date, false)`;

const entered = (query: Query, caller: Caller, today: string) =>
  query
    .select({
      transaction: orderTransactions,
      item: orderLineItems,
      order: orders,
      supplierName: suppliers.name,
      invoice: invoices,
      isPaid: isPaidOn(today),
    })
    .from(orderTransactions)
    .innerJoin(orderLineItems, eq(orderLineItems.id, orderTransactions.lineItemId))
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .leftJoin(invoices, and(eq(invoices.id, orderTransactions.invoiceId), visibleInvoices(caller)))
    .leftJoin(paymentRuns, eq(paymentRuns.id, invoices.paymentRunId))
    .$dynamic();

type Entered = Awaited<ReturnType<typeof entered>>[number];

/** Dollars inc GST. */
interface Sums {
  /**
   * The supplier's earnings from the entered amounts, without deleted items; for an invoice, from what it has claimed.
   */
  owed: number;
  invoiced: number;
  /** The invoiced part whose payment the bank has made by today. */
  paidByBank: number;
}

type Row =
  | ({ kind: "transaction" } & Entered)
  | ({ kind: "invoice"; invoice: typeof invoices.$inferSelect; isPaid: boolean; supplierName: string } & Sums)
  | ({ kind: "total" } & Sums);

/** The transactions, without the few rows of totals. */
const listOf = (query: Query, caller: Caller, filters: Filters) => ({
  keys: (wanted: Parameters<Keys>[0]) => query.select(wanted).from(orderTransactions).$dynamic(),
  visible: and(visibleTo(caller, orderTransactions.supplierId, SupplierPermission.invoices), withoutDrafts(caller)),
  filters: conditionsOf(filters),
  uniqueKey: orderTransactions.id,
});

async function* rowsOf(context: Context, filters: Filters): AsyncGenerator<Row[]> {
  const { db, caller } = context;
  const today = todayOf(context);
  const query = await queryOfParts(db, "transactions");
  const list = listOf(query, caller, filters);
  const { visible, filters: conditions } = list;
  const batches = batchesOf({
    ...list,
    rows: () => entered(query, caller, today),
    key: orderTransactions.at,
    direction: asc,
  });
  for await (const batch of batches) yield batch.map((row) => ({ kind: "transaction", ...row }));
  yield await invoiceSums(query, and(visible, visibleInvoices(caller), ...conditions), today);
  yield [{ kind: "total", ...(await totals(query, and(visible, ...conditions), today)) }];
}

const conditionsOf = ({ marketplaceId, fromDate, toDate }: Filters): SQL[] => [
  eq(orderTransactions.marketplaceId, marketplaceId),
  gte(orderTransactions.at, new Date(fromDate)),
  lte(orderTransactions.at, new Date(toDate)),
];

const { type } = orderTransactions;
const sumWhere = (which: SQL) =>
  sql`coalesce(sum(${payable(orderTransactions)}) filter (where ${which}), 0)`.mapWith(Number);
const isInvoiced = sql`${type} = ${TransactionType.payment}`;
const sums = (today: string) => ({
  owed: sumWhere(sql`${type} <> ${TransactionType.payment} and ${orderLineItems.deletedAt} is null`),
  invoiced: sumWhere(isInvoiced),
  paidByBank: sumWhere(sql`${isInvoiced} and ${isPaidOn(today)}`),
});

async function invoiceSums(query: Query, filter: SQL | undefined, today: string): Promise<Row[]> {
  const rows = await query
    .select({ invoice: invoices, isPaid: isPaidOn(today), supplierName: suppliers.name, ...sums(today) })
    .from(orderTransactions)
    .innerJoin(orderLineItems, eq(orderLineItems.id, orderTransactions.lineItemId))
    .innerJoin(invoices, eq(invoices.id, orderTransactions.invoiceId))
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .leftJoin(paymentRuns, eq(paymentRuns.id, invoices.paymentRunId))
    .where(filter)
    .groupBy(invoices.id, suppliers.id, paymentRuns.id)
    .orderBy(asc(invoices.id));
  return rows.map((row) => ({ kind: "invoice", ...row }));
}

async function totals(query: Query, filter: SQL | undefined, today: string): Promise<Sums> {
  const [row] = await query
    .select(sums(today))
    .from(orderTransactions)
    .innerJoin(orderLineItems, eq(orderLineItems.id, orderTransactions.lineItemId))
    .leftJoin(invoices, eq(invoices.id, orderTransactions.invoiceId))
    .leftJoin(paymentRuns, eq(paymentRuns.id, invoices.paymentRunId))
    .where(filter);
  return row ?? { owed: 0, invoiced: 0, paidByBank: 0 };
}

const entryIn = (row: Row): Entered | undefined => (row.kind === "transaction" ? row : undefined);
const invoiceIn = (row: Row) => (row.kind === "total" ? null : row.invoice);
const isPayment = ({ transaction }: Entered) => transaction.type === TransactionType.payment;

function typeOf(row: Row): string | undefined {
  if (row.kind === "invoice") return "Sum of the invoice";
  return row.kind === "total"
    ? "Total"
    : transactionTypes.find(({ value }) => value === row.transaction.type)?.displayName;
}

/** A transaction's share in a column. The cells of a column add up to its total. */
function shareOf(row: Row, which: keyof Sums): number | undefined {
  if (row.kind !== "transaction") return row[which];
  return countsAs(row)[which] ? invoiceFigures(pairsOf(row.transaction)).total : undefined;
}

const countsAs = (row: Entered): Record<keyof Sums, boolean> => ({
  owed: !isPayment(row) && row.item.deletedAt === null,
  invoiced: isPayment(row),
  paidByBank: isPayment(row) && row.invoice !== null && row.isPaid,
});

function stateOf(row: Row): string | undefined {
  const invoice = invoiceIn(row);
  if (row.kind !== "total" && invoice?.paymentRunId)
    return `${row.isPaid ? "Paid" : "To be paid"} with ${paymentNumber(invoice.paymentRunId)}`;
  if (invoice?.heldAt) return "Invoiced, payment held";
  if (invoice) return invoice.notifiedAt ? "Invoiced, supplier notified" : "Invoiced";
  if (row.kind !== "transaction" || row.transaction.type === TransactionType.shipment) return undefined;
  if (row.item.deletedAt) return "Deleted with its item";
  if (row.order.supplierId === null) return "Its order has no supplier";
  return isOpen(row.item.status) ? "Its item is open" : "To be invoiced";
}

const columns: Column<Row>[] = [
  { title: "TransactionId", width: 14, kind: "number", value: (row) => entryIn(row)?.transaction.id },
  { title: "Date", width: 18, kind: "moment", value: (row) => entryIn(row)?.transaction.at },
  { title: "Type", width: 18, kind: "text", value: typeOf },
  { title: "OrderId", width: 10, kind: "number", value: (row) => entryIn(row)?.order.id },
  { title: "Order number", width: 20, kind: "text", value: (row) => entryIn(row)?.order.marketplaceOrderId },
  { title: "Order date", width: 18, kind: "moment", value: (row) => entryIn(row)?.order.orderedAt },
  { title: "Supplier", width: 24, kind: "text", value: (row) => (row.kind === "total" ? undefined : row.supplierName) },
  { title: "LineItemId", width: 12, kind: "number", value: (row) => entryIn(row)?.item.id },
  { title: "Product", width: 36, kind: "text", value: (row) => entryIn(row)?.item.productName },
  { title: "Quantity", width: 10, kind: "number", value: (row) => entryIn(row)?.transaction.quantity },
  ...amountColumns<Row>((row) => entryIn(row)?.transaction),
  {
    title: "Owed",
    width: 14,
    kind: "money",
    note: "Inc GST: purchase and shipping, less commission. Empty for deleted items.",
    value: (row) => shareOf(row, "owed"),
  },
  {
    title: "Invoiced",
    width: 14,
    kind: "money",
    note: "Inc GST: claimed by an invoice.",
    value: (row) => shareOf(row, "invoiced"),
  },
  {
    title: "Paid by bank",
    width: 14,
    kind: "money",
    note: "Inc GST: the bank has made the payment of the invoice, by its bank date.",
    value: (row) => shareOf(row, "paidByBank"),
  },
  {
    title: "Invoice",
    width: 14,
    kind: "text",
    value: (row) => invoiceIn(row) && invoiceNumber(invoiceIn(row)?.id ?? 0),
  },
  { title: "Invoice date", width: 18, kind: "moment", value: (row) => invoiceIn(row)?.invoicedAt },
  {
    title: "Invoice total",
    width: 14,
    kind: "money",
    note: "As on the invoice, without charges. It equals Invoiced, unless part of it was entered outside these dates.",
    value: (row) => (row.kind === "invoice" ? invoiceFigures(pairsOf(row.invoice)).total : undefined),
  },
  { title: "State", width: 26, kind: "text", value: stateOf },
];
