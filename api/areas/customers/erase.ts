/** Erasing what is known about the customer of an order. Products, amounts and days stay. */
import { eq, sql } from "drizzle-orm";
import { lockedOrder } from "#api/areas/shared/order.ts";
import type { Db } from "#api/core/database/connection.ts";
import { orderLineItems, orders } from "#api/core/database/schema/index.ts";
import { authorFrom, nameAuthor, withoutHistory } from "#api/core/history/author.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { eraseCommands, eraseHistory } from "./erase-history.ts";
import { eraseMails } from "./erase-mails.ts";
import { type Customer, eraseTexts } from "./erase-texts.ts";
import { whyKept, withIds } from "./find.ts";

export const erase: Handler<Operations["customers"]["erase"]> = async ({ OrderIds, Id }, context) => {
  const kept = [];
  let count = 0;
  // Sorted by id, like in every command that locks several orders, to avoid deadlocks.
  for (const id of [...new Set(OrderIds)].sort((a, b) => a - b)) {
    const order = await lockedOrder(context, id);
    const why = whyKept(context, order);
    if (why === null) {
      await eraseOrder(context, id, Id);
      count += 1;
    } else kept.push({ id, marketplaceOrderId: order.marketplaceOrderId, why });
  }
  if (count === 0) throw conflict(`Nothing was erased. ${kept[0]?.marketplaceOrderId}: ${kept[0]?.why}`);
  return { count, kept };
};

/** The names that replace the customer's; the form of an order requires both. */
const noName = { customerFirstName: "Erased", customerSurname: "customer" };

async function eraseOrder(context: Context, id: number, commandId: string): Promise<void> {
  const { db, caller, now } = context;
  const [found] = await withIds(context, [id]);
  if (!found) throw new Error("An order that was locked is gone.");
  const customer = customerOf(found);
  await withoutHistory(db);
  await db
    .update(orders)
    .set({
      ...noName,
      customerEmail: "",
      customerPhoneNumber: "",
      companyName: "",
      orderNotes: "",
      shippingAddressId: null,
      emailDueAt: null,
    })
    .where(eq(orders.id, id));
  await db.update(orderLineItems).set({ orderNotes: "", supplierNotes: "" }).where(eq(orderLineItems.orderId, id));
  await eraseTexts(db, customer);
  await eraseMails(context, customer);
  const addressIds = await eraseHistory(db, id);
  await eraseCommands(db, id);
  await eraseAddresses(db, [...addressIds, ...(found.order.shippingAddressId ? [found.order.shippingAddressId] : [])]);
  await nameAuthor(db, { ...authorFrom(caller), commandId });
  await db.update(orders).set({ erasedAt: now }).where(eq(orders.id, id));
}

/** The words by which texts are recognised that mention the customer. */
function customerOf({ order, address }: Awaited<ReturnType<typeof withIds>>[number]): Customer {
  const words = [
    `${order.customerFirstName} ${order.customerSurname}`.trim(),
    order.customerSurname,
    order.customerEmail,
    order.customerPhoneNumber,
    order.companyName,
    address?.streetAddress ?? "",
  ];
  const { id, marketplaceId, marketplaceOrderId } = order;
  return { orderId: id, marketplaceId, number: marketplaceOrderId, words: [...new Set(words.filter(isTelling))] };
}

/** Shorter words would be found in texts about something else. */
const isTelling = (word: string) => word.trim().length >= 4;

/** Addresses are shared: only those that nobody else has are erased, with what was typed for them. */
async function eraseAddresses(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = sql.param([...ids]);
  const { rows } = await db.execute<{ id: string }>(sql`
    delete from addresses where id = any(${known}::uuid[])
      and not exists (select 1 from orders where shipping_address_id = addresses.id)
      and not exists (select 1 from suppliers where billing_address_id = addresses.id)
      and not exists (select 1 from marketplaces where business_address_id = addresses.id)
    returning id`);
  const erased = rows.map(({ id }) => id);
  if (erased.length > 0)
    await db.execute(sql`
      delete from commands where operation = 'locations.findOrCreateAddress'
        and answer #>> '{}' = any(${sql.param(erased)}::text[])`);
}
