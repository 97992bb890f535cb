/** Finance holds a line item from being invoiced, or ends that. No new document has a held item. */
import { and, eq, isNull } from "drizzle-orm";
import { documentsWith } from "#api/areas/shared/line-item-holds.ts";
import { lockedOrder } from "#api/areas/shared/order.ts";
import { visibleOrders } from "#api/core/access/caller.ts";
import { invoiceRows, lineItemHolds, orderLineItems, orders } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { regenerate } from "./commands.ts";
import { lockSuppliers } from "./make.ts";
import { whyFinal } from "./why-final.ts";

type Invoices = Operations["invoices"];

export const holdLineItem: Handler<Invoices["holdLineItem"]> = async ({ LineItemId, Reason }, context) => {
  const { db, now, caller } = context;
  const orderId = await lockSupplierOf(context, LineItemId);
  const hold = await holdOf(context, LineItemId);
  if (hold) throw conflict(`This item is held already: ${hold.reason}`);
  const draft = await draftWith(context, LineItemId);
  // Generating the draft again locks its orders in their order, this one among them.
  if (draft === undefined) await lockItem(context, LineItemId, orderId);
  await db.insert(lineItemHolds).values({ lineItemId: LineItemId, heldAt: now, heldBy: caller.userId, reason: Reason });
  if (draft !== undefined) await regenerate(draft, context);
  return null;
};

export const endHoldOfLineItem: Handler<Invoices["endHoldOfLineItem"]> = async ({ LineItemId }, context) => {
  await lockSupplierOf(context, LineItemId);
  if (!(await holdOf(context, LineItemId))) throw conflict("This item is not held.");
  await context.db.delete(lineItemHolds).where(eq(lineItemHolds.lineItemId, LineItemId));
  return null;
};

/**
 * Locks the supplier of a line item, so that none of its documents is generated or issued meanwhile. Returns the order.
 * @throws Refusal 404 or 409
 */
async function lockSupplierOf({ db, caller }: Context, id: number): Promise<number> {
  const [found] = await db
    .select({ orderId: orders.id, supplierId: orders.supplierId })
    .from(orderLineItems)
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .where(and(isPresent(id), visibleOrders(caller)));
  if (!found) throw notFound("This item");
  if (found.supplierId === null)
    throw conflict("The order of this item has no supplier yet, so there is nothing to hold.");
  await lockSuppliers(db, [found.supplierId]);
  return found.orderId;
}

const isPresent = (id: number) => and(eq(orderLineItems.id, id), isNull(orderLineItems.deletedAt));

/** @throws Refusal 404 if somebody has just deleted it */
async function lockItem(context: Context, id: number, orderId: number): Promise<void> {
  await lockedOrder(context, orderId);
  if ((await context.db.$count(orderLineItems, isPresent(id))) === 0) throw notFound("This item");
}

async function holdOf({ db }: Context, id: number) {
  const [hold] = await db.select().from(lineItemHolds).where(eq(lineItemHolds.lineItemId, id));
  return hold;
}

/**
 * Returns the draft that has the item; undefined if none has.
 * @throws Refusal 409 if an issued document has it, or the draft cannot be generated again without it
 */
async function draftWith(context: Context, id: number): Promise<number | undefined> {
  const documents = await documentsWith(context.db, eq(invoiceRows.lineItemId, id));
  const issued = documents.find(({ invoice }) => invoice.notifiedAt !== null)?.invoice;
  if (issued) {
    const number = invoiceNumber(issued.id);
    throw conflict(`This item is in ${number}, which was issued. Hold the payment of ${number}, or adjust the item.`);
  }
  const draft = documents[0]?.invoice;
  if (!draft) return undefined;
  const why = await whyFinal(context, draft);
  if (why) throw conflict(`This item is in the draft ${invoiceNumber(draft.id)}. ${why}`);
  return draft.id;
}
