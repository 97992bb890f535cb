import { and, asc, eq, inArray } from "drizzle-orm";
import { ledgerOfRows, type StoredTransaction, transactionsOf } from "#api/areas/shared/order-ledger.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  addresses,
  changes,
  messages,
  orderLineItems,
  orderTransactions,
  shipmentItems,
  shipments,
} from "#api/core/database/schema/index.ts";
import { type ZipEntry, zipOf } from "#api/core/documents/zip.ts";
import { csvOf } from "#api/core/excel/csv.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { fileExport } from "#api/core/transfers/file-export.ts";
import { type CustomerOrder, internalFile, personalFile } from "#contract/customers/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { incTax } from "#contract/rules/order-line.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import { type FoundOrder, shown, withIds } from "./find.ts";

export const exportOrders: Handler<Operations["customers"]["export"]> = async ({ ids, reader }, context) => {
  const found = await withIds(context, ids);
  if (found.length < new Set(ids).size) throw notFound("One of these orders");
  const [fileName, files] = reader === "operator" ? [internalFile, internalFiles] : [personalFile, personalFiles];
  return fileExport(context, { fileName, contentType: "application/zip" }, (signal) =>
    zipOf(files(context, found, signal)),
  );
};

type Files = (context: Context, found: FoundOrder[], signal: AbortSignal) => AsyncGenerator<ZipEntry>;

const json = (name: string, value: unknown): ZipEntry => ({
  name,
  content: Buffer.from(JSON.stringify(value, null, 2)),
});

/** To hand over: what the customer has given, bought and been sent, and nothing about the business between others. */
const personalFiles: Files = async function* (context, found, signal) {
  const rows = found.map((each) => shown(context, each));
  const parts: Uint8Array[] = [];
  async function* batch() {
    yield rows;
  }
  const table = csvOf({ name: "Orders", columns, rows: batch() }, context.config.timeZone, signal);
  for await (const part of table) parts.push(part);
  yield { name: "Orders.csv", content: Buffer.concat(parts) };
  const orders: object[] = [];
  for (const each of found) orders.push(await personalDataOf(context, each));
  yield json("Orders.json", orders);
};

/** For the operator: everything that is stored, also what was written about the order and what suppliers are paid. */
const internalFiles: Files = async function* (context, found) {
  const whole: object[] = [];
  for (const { order, address } of found) whole.push(await everythingOf(context, order.id, { ...order, address }));
  yield json("Everything.json", whole);
};

const columns: Column<CustomerOrder>[] = [
  { title: "Order", width: 20, kind: "text", value: ({ marketplaceOrderId }) => marketplaceOrderId },
  { title: "Date", width: 20, kind: "moment", value: ({ orderDate }) => new Date(orderDate) },
  { title: "Marketplace", width: 24, kind: "text", value: ({ marketplaceName }) => marketplaceName },
  { title: "Name", width: 24, kind: "text", value: ({ customerName }) => customerName },
  { title: "Company", width: 24, kind: "text", value: ({ companyName }) => companyName },
  { title: "Email", width: 24, kind: "text", value: ({ email }) => email },
  { title: "Phone", width: 16, kind: "text", value: ({ phoneNumber }) => phoneNumber },
  { title: "Address", width: 40, kind: "text", value: ({ address }) => address },
];

const addressFields = ({
  unitNumber,
  streetAddress,
  streetAddress2,
  city,
  state,
  postCode,
  countryCode,
}: typeof addresses.$inferSelect) => ({
  unitNumber,
  streetAddress,
  streetAddress2,
  city,
  state,
  postCode,
  countryCode,
});

async function personalDataOf({ db }: Context, { order, address, marketplaceName }: FoundOrder) {
  const { id, customerFirstName, customerSurname, customerEmail, customerPhoneNumber, companyName, orderNotes } = order;
  const items = await db.select().from(orderLineItems).where(eq(orderLineItems.orderId, id)).orderBy(orderLineItems.id);
  const transactions = await transactionsOf(
    db,
    items.map((item) => item.id),
  );
  const sent = await db.select().from(shipments).where(eq(shipments.orderId, id)).orderBy(shipments.id);
  const history = await db
    .select({ at: changes.at, before: changes.before, after: changes.after })
    .from(changes)
    .where(and(eq(changes.record, "order"), eq(changes.recordId, id), eq(changes.tableName, "orders")))
    .orderBy(asc(changes.id));
  const former = history.flatMap(({ at, before, after }) => {
    const [from, to] = [detailsIn(before), detailsIn(after)];
    return before !== null && Object.keys(from).length > 0 ? [{ at, before: from, after: to }] : [];
  });
  const addressOf = await addressesIn(
    db,
    former.flatMap((each) => [each.before, each.after]),
  );
  return {
    order: {
      marketplaceOrderId: order.marketplaceOrderId,
      marketplaceName,
      orderedAt: order.orderedAt,
      ...{ customerFirstName, customerSurname, customerEmail, customerPhoneNumber, companyName, orderNotes },
      address: address && addressFields(address),
    },
    items: items.map((item) => ({
      ...quantitiesOf(transactions.get(item.id) ?? []),
      productName: item.productName,
      productSku: item.productSku,
      options: item.options,
      price: incTax({ exTax: item.purchasePriceExTax, tax: item.purchasePriceTax }),
      orderNotes: item.orderNotes,
    })),
    shipments: sent.map(({ createdAt, courierId, trackingNumber, cancelledAt }) => ({
      createdAt,
      courier: courierOf(courierId)?.name ?? null,
      trackingNumber,
      cancelledAt,
    })),
    formerDetails: former.map(({ at, before, after }) => ({ at, before: addressOf(before), after: addressOf(after) })),
  };
}

/** As ordered, and as it is after cancellations and returns. */
function quantitiesOf(rows: readonly StoredTransaction[]) {
  const { ordered, adjusted } = ledgerOfRows(rows);
  return { quantityOrdered: ordered.quantity, quantity: adjusted.quantity };
}

type Details = Record<string, unknown>;

/** Returns a function that replaces the id of an address by what it says. */
async function addressesIn(db: Db, details: readonly Details[]): Promise<(each: Details) => Details> {
  const ids = details.flatMap(({ shipping_address_id: id }) => (typeof id === "string" ? [id] : []));
  const rows = ids.length === 0 ? [] : await db.select().from(addresses).where(inArray(addresses.id, ids));
  return ({ shipping_address_id: id, ...others }) => {
    const row = rows.find((each) => each.id === id);
    return id === undefined ? others : { ...others, address: row ? addressFields(row) : null };
  };
}

/** Columns of orders with what a customer has given. */
const given = [
  "customer_first_name",
  "customer_surname",
  "customer_email",
  "customer_phone_number",
  "company_name",
  "order_notes",
  "shipping_address_id",
];

const detailsIn = (values: unknown): Details =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => given.includes(name)));

/** Returns all stored data about an order: its rows, its messages and its history. */
async function everythingOf({ db }: Context, orderId: number, order: object) {
  const items = await db.select().from(orderLineItems).where(eq(orderLineItems.orderId, orderId));
  const itemIds = [0, ...items.map(({ id }) => id)];
  const sent = await db.select().from(shipments).where(eq(shipments.orderId, orderId));
  return {
    order,
    items,
    transactions: await db.select().from(orderTransactions).where(inArray(orderTransactions.lineItemId, itemIds)),
    shipments: sent,
    shippedItems: await db.select().from(shipmentItems).where(inArray(shipmentItems.lineItemId, itemIds)),
    messages: await db
      .select({ text: messages.text, writtenAt: messages.writtenAt })
      .from(messages)
      .where(and(eq(messages.about, "order"), eq(messages.recordId, orderId))),
    history: await db
      .select({ at: changes.at, table: changes.tableName, before: changes.before, after: changes.after })
      .from(changes)
      .where(and(eq(changes.record, "order"), eq(changes.recordId, orderId)))
      .orderBy(asc(changes.id)),
  };
}
