import { and, eq } from "drizzle-orm";
import { mayUseAddress } from "#api/areas/shared/address.ts";
import { assertSameBasis } from "#api/areas/shared/agent-basis.ts";
import { orderToChange, type StoredOrder } from "#api/areas/shared/order.ts";
import { settleShipBy } from "#api/areas/shared/ship-by.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { edited } from "#api/core/commands/edits.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { marketplaces, orders, suppliers } from "#api/core/database/schema/index.ts";
import { countAction, durationText, hour } from "#api/core/limits/quota.ts";
import { type Send, sendAtOnce } from "#api/core/mail/limited.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, Refusal, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { asMoment, orderDetails } from "#contract/orders/edits.ts";
import { orderFields } from "#contract/orders/fields.ts";
import { orderMessages } from "#contract/orders/schema.ts";
import { fromCommand } from "#contract/records/fields.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { setSupplier } from "./assign-supplier.ts";
import { emailOf } from "./notice.ts";
import { given, namePrefix } from "./shared.ts";

type Orders = Operations["orders"];

export const add: Handler<Orders["add"]> = async (input, context) => {
  const { db, caller, now, config } = context;
  const [supplier] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, input.SupplierId), visibleTo(caller, suppliers.id)));
  const [marketplace] = await db
    .select({ prefix: marketplaces.orderNumberPrefix })
    .from(marketplaces)
    .where(eq(marketplaces.id, input.MarketplaceId));
  refuse({
    SupplierId: !supplier && orderMessages.supplier,
    MarketplaceId: !marketplace && orderMessages.marketplace,
  });
  const orderedAt = input.OrderDate ? new Date(input.OrderDate) : now;
  const id = await db
    .insert(orders)
    .values({
      ...fromCommand(orderFields, input),
      name: input.Name,
      marketplaceOrderId: input.Name,
      orderedAt,
      supplierId: input.SupplierId,
      marketplaceId: input.MarketplaceId,
      ...given(input.ShipBy),
    })
    .returning({ id: orders.id })
    .then(insertedId);
  if (input.Name === "") {
    const name = `${namePrefix(marketplace?.prefix)}-${dayOf(orderedAt.toISOString(), config.timeZone).replaceAll("-", "")}-${id}`;
    await db.update(orders).set({ name, marketplaceOrderId: name }).where(eq(orders.id, id));
  }
  await settleShipBy(context, id);
  return id;
};

export const updateDetails: Handler<Orders["updateDetails"]> = async (sent, context) => {
  const order = await orderToChange(context, sent.OrderId);
  const now = orderDetails({ ...order, orderDate: order.orderedAt.toISOString() });
  const input = edited({ ...sent, OrderDate: asMoment(sent.OrderDate) }, now);
  const isAssigned = input.SupplierId !== null && input.SupplierId !== order.supplierId;
  if (isAssigned) await setSupplier(context, order, input.SupplierId as number);
  const isUnchanged = input.ShippingAddressId === order.shippingAddressId;
  if (!isUnchanged && !(await mayUseAddress(context, input.ShippingAddressId)))
    throw invalid({ ShippingAddressId: ["Please enter the address."] });
  const orderedAt = new Date(input.OrderDate);
  if (input.OrderDate !== now.OrderDate)
    await assertSameBasis(context, { ...order, from: order.orderedAt, to: orderedAt });
  const isGivenAnew = input.ShipBy !== undefined && input.ShipBy !== now.ShipBy;
  await context.db
    .update(orders)
    .set({
      ...fromCommand(orderFields, input),
      orderedAt,
      shippingAddressId: input.ShippingAddressId,
      ...(isGivenAnew && given(input.ShipBy)),
    })
    .where(eq(orders.id, order.id));
  if (input.OrderDate !== now.OrderDate || isAssigned || isGivenAnew) await settleShipBy(context, order.id);
  return null;
};

/** Limited per order and not per address: a supplier with many orders gets an email about each. */
async function assertFewNotices({ db, config }: Pick<Context, "db" | "config">, orderId: number): Promise<void> {
  const seconds = await countAction(db, [
    { key: `notice of order ${orderId}`, most: config.limits.mailsPerAddressHour, seconds: hour },
  ]);
  if (seconds === 0) return;
  const message = `The supplier has already been notified of this order several times. Nothing was sent. Please try again in ${durationText(seconds)}.`;
  throw new Refusal(429, message, undefined, seconds);
}

export const sendSupplierNotification: Handler<Orders["sendSupplierNotification"]> = async (input, context) => {
  await sendOrderToSupplier(context, await orderToChange(context, input.OrderId));
  return null;
};

/**
 * Emails the order to its supplier.
 * @param order locked
 * @throws Refusal 409 if nobody can be told, or there is nothing to tell, 429 if that was done too often
 */
export async function sendOrderToSupplier(
  context: Pick<Context, "db" | "jobs" | "now" | "config" | "caller">,
  order: StoredOrder,
  send: Send = sendAtOnce,
): Promise<void> {
  const { db, now } = context;
  if (order.supplierId === null) throw conflict("This order has no supplier yet, so there is nobody to notify.");
  const [supplier] = await db
    .select({ contacts: suppliers.orderContactEmails })
    .from(suppliers)
    .where(eq(suppliers.id, order.supplierId));
  const contacts = splitEmails(supplier?.contacts ?? "");
  if (contacts.length === 0)
    throw conflict("The supplier has no email address for orders. Enter one on the supplier's page first.");
  const email = await emailOf(context, order);
  if (!email) throw conflict("There is nothing left to send in this order.");
  await assertFewNotices(context, order.id);
  for (const to of contacts) await send(context, to, email);
  await db.update(orders).set({ supplierNotifiedAt: now, emailDueAt: null }).where(eq(orders.id, order.id));
}
