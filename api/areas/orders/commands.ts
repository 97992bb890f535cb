import { and, eq } from "drizzle-orm";
import type { Operations } from "../../../contract/operations.ts";
import { orderMessages } from "../../../contract/orders/schema.ts";
import { splitEmails } from "../../../contract/rules/emails.ts";
import { visibleTo } from "../../access/caller.ts";
import { marketplaces, orders, suppliers } from "../../database/schema/index.ts";
import type { Handler } from "../../http/handlers.ts";
import { conflict, invalid, refuse } from "../../http/refusal.ts";
import { mayUseAddress } from "../shared/address.ts";
import { orderToChange } from "../shared/order.ts";
import { letterOf } from "./notice.ts";

type Orders = Operations["orders"];

export const add: Handler<Orders["add"]> = async (input, { db, caller, now }) => {
  const [supplier] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, input.SupplierId), visibleTo(caller, suppliers.id)));
  const [marketplace] = await db.select({ id: marketplaces.id }).from(marketplaces).where(eq(marketplaces.id, input.MarketplaceId));
  refuse({
    SupplierId: !supplier && orderMessages.supplier,
    MarketplaceId: !marketplace && orderMessages.marketplace,
  });
  const orderedAt = input.OrderDate ? new Date(input.OrderDate) : now;
  const [row] = await db
    .insert(orders)
    .values({
      name: input.Name,
      marketplaceOrderId: input.Name,
      orderedAt,
      supplierId: input.SupplierId,
      marketplaceId: input.MarketplaceId,
      customerFirstName: input.CustomerFirstName,
      customerSurname: input.CustomerSurname,
      customerEmail: input.CustomerEmail,
      customerPhoneNumber: input.CustomerPhoneNumber,
    })
    .returning({ id: orders.id });
  const { id } = row as { id: number };
  if (input.Name === "") {
    const name = `M-${orderedAt.toISOString().slice(0, 10).replaceAll("-", "")}-${id}`;
    await db.update(orders).set({ name, marketplaceOrderId: name }).where(eq(orders.id, id));
  }
  return id;
};

export const updateDetails: Handler<Orders["updateDetails"]> = async (input, context) => {
  const order = await orderToChange(context, input.OrderId);
  const isKept = input.ShippingAddressId === order.shippingAddressId;
  if (!isKept && !(await mayUseAddress(context, input.ShippingAddressId as string))) throw invalid({ ShippingAddressId: ["Please enter the address."] });
  await context.db
    .update(orders)
    .set({
      marketplaceOrderId: input.MarketplaceOrderId,
      orderedAt: new Date(input.OrderDate),
      customerFirstName: input.CustomerFirstName,
      customerSurname: input.CustomerSurname,
      customerEmail: input.CustomerEmail,
      customerPhoneNumber: input.CustomerPhoneNumber,
      companyName: input.CompanyName,
      shippingAddressId: input.ShippingAddressId,
      orderNotes: input.OrderNotes,
    })
    .where(eq(orders.id, order.id));
  return null;
};

export const sendSupplierNotification: Handler<Orders["sendSupplierNotification"]> = async (input, context) => {
  const { db, jobs, now } = context;
  const order = await orderToChange(context, input.OrderId);
  if (order.supplierId === null) throw conflict("This order has no supplier yet, so there is nobody to tell.");
  const [supplier] = await db.select({ contacts: suppliers.orderContactEmails }).from(suppliers).where(eq(suppliers.id, order.supplierId));
  const contacts = splitEmails(supplier?.contacts ?? "");
  if (contacts.length === 0) throw conflict("The supplier has named no email address for orders. Enter one on the supplier's page first.");
  const letter = await letterOf(context, order);
  for (const to of contacts) await jobs.enqueue(db, "mail", { to, ...letter });
  await db.update(orders).set({ supplierNotifiedAt: now }).where(eq(orders.id, order.id));
  return null;
};
