import { and, asc, eq, inArray } from "drizzle-orm";
import {
  changes,
  messages,
  orderLineItems,
  orderTransactions,
  shipmentItems,
  shipments,
} from "#api/database/schema/index.ts";
import { type ZipEntry, zipOf } from "#api/documents/zip.ts";
import { csvOf } from "#api/excel/csv.ts";
import type { Column } from "#api/excel/sheet.ts";
import type { Context } from "#api/operations/context.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { notFound } from "#api/refusals/refusal.ts";
import { fileExport } from "#api/transfers/file-export.ts";
import type { CustomerOrder } from "#contract/customers/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { type FoundOrder, shown, withIds } from "./find.ts";

export const exportOrders: Handler<Operations["customers"]["export"]> = async ({ ids }, context) => {
  const found = await withIds(context, ids);
  if (found.length < new Set(ids).size) throw notFound("One of these orders");
  return fileExport(context, { fileName: "Personal data.zip", contentType: "application/zip" }, (signal) =>
    zipOf(filesOf(context, found, signal)),
  );
};

async function* filesOf(context: Context, found: FoundOrder[], signal: AbortSignal): AsyncGenerator<ZipEntry> {
  const rows = found.map((each) => shown(context, each));
  const parts: Uint8Array[] = [];
  async function* batch() {
    yield rows;
  }
  const table = csvOf({ name: "Orders", columns, rows: batch() }, context.config.timeZone, signal);
  for await (const part of table) parts.push(part);
  yield { name: "Orders.csv", content: Buffer.concat(parts) };
  const whole: object[] = [];
  for (const { order, address } of found) whole.push(await everythingOf(context, order.id, { ...order, address }));
  yield { name: "Everything.json", content: Buffer.from(JSON.stringify(whole, null, 2)) };
}

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

/** What is stored about an order: its rows, what was written about it, and its history. */
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
