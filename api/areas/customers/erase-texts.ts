/** Texts that people have written, which may name the customer. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";
import {
  commands,
  invoiceAnswers,
  messages,
  notifications,
  orderLineItems,
  orderTransactions,
  placedOrders,
  shopOrders,
} from "#api/core/database/schema/index.ts";

export interface Customer {
  orderId: number;
  marketplaceId: number;
  /** The marketplace's order number. */
  number: string;
  /** Name, email address and so on. */
  words: readonly string[];
}

const erased = "(erased)";

/** Condition: the text has one of the words. */
export const mentions = (text: SQL | PgColumn, { words }: Pick<Customer, "words">): SQL =>
  sql`exists (select 1 from unnest(${sql.param([...words])}::text[]) as word where position(lower(word) in lower(${text})) > 0)`;

export async function eraseTexts(db: Db, customer: Customer): Promise<void> {
  const { orderId, marketplaceId, number } = customer;
  const ofOrder = sql`line_item_id in (select id from ${orderLineItems} where order_id = ${orderId})`;
  await db
    .update(orderTransactions)
    .set({ comment: erased })
    .where(and(ofOrder, mentions(orderTransactions.comment, customer)));
  await db
    .update(invoiceAnswers)
    .set({ note: erased })
    .where(and(ofOrder, mentions(invoiceAnswers.note, customer)));
  await eraseMessages(db, customer);
  await db
    .update(notifications)
    .set({ title: erased })
    .where(
      and(sql`${notifications.path} ~ ${`^/orders/${orderId}([/?#]|$)`}`, mentions(notifications.title, customer)),
    );
  const isPlaced = and(eq(placedOrders.marketplaceId, marketplaceId), eq(placedOrders.number, number));
  const [placed] = await db.select({ content: placedOrders.content }).from(placedOrders).where(isPlaced);
  if (placed)
    await db
      .update(placedOrders)
      .set({ content: withoutCustomer(placed.content) })
      .where(isPlaced);
  await db
    .update(shopOrders)
    .set({ problem: erased })
    .where(
      and(
        eq(shopOrders.marketplaceId, marketplaceId),
        eq(shopOrders.number, number),
        mentions(shopOrders.problem, customer),
      ),
    );
}

/** Also erases the text in the stored inputs of the commands that wrote the messages. */
async function eraseMessages(db: Db, customer: Customer): Promise<void> {
  const gone = await db
    .update(messages)
    .set({ text: erased })
    .where(and(eq(messages.about, "order"), eq(messages.recordId, customer.orderId), mentions(messages.text, customer)))
    .returning({ authorId: messages.authorId, writtenAt: messages.writtenAt });
  for (const { authorId, writtenAt } of gone)
    await db
      .delete(commands)
      .where(
        and(
          eq(commands.userId, authorId),
          eq(commands.operation, "discussion.write"),
          sql`${commands.input} @> ${JSON.stringify({ About: "order", RecordId: customer.orderId })}::jsonb`,
          sql`${commands.at} between ${writtenAt.toISOString()}::timestamptz - interval '1 minute' and ${writtenAt.toISOString()}::timestamptz + interval '1 minute'`,
        ),
      );
}

const personal = new Set([
  "CustomerFirstName",
  "CustomerSurname",
  "CustomerEmail",
  "CustomerPhoneNumber",
  "CompanyName",
  "ShippingAddress",
  "OrderNotes",
]);

/** Returns an order as a marketplace has sent it, without the customer's data, at any depth. */
function withoutCustomer(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(withoutCustomer);
  if (typeof content !== "object" || content === null) return content;
  const entries = Object.entries(content).filter(([name]) => !personal.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutCustomer(value)]));
}
