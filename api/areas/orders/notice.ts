import { eq } from "drizzle-orm";
import { onOneLine } from "#api/areas/shared/address.ts";
import type { StoredOrder } from "#api/areas/shared/order.ts";
import { addresses, marketplaces } from "#api/core/database/schema/index.ts";
import { orderEmail } from "#api/core/mail/emails.ts";
import type { Context } from "#api/core/operations/context.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";
import { isOpen } from "#contract/rules/order-line.ts";
import { lineItemsOf } from "./line-item-view.ts";

/**
 * Returns the email about an order to its supplier: the quantities still to be shipped, the recipient and the
 * customer's notes. Undefined if nothing is left to ship.
 */
export async function emailOf({ db, config }: Pick<Context, "db" | "config">, order: StoredOrder) {
  const [marketplace] = await db
    .select({ name: marketplaces.name })
    .from(marketplaces)
    .where(eq(marketplaces.id, order.marketplaceId));
  const [address] =
    order.shippingAddressId === null
      ? []
      : await db.select().from(addresses).where(eq(addresses.id, order.shippingAddressId));
  const items = ((await lineItemsOf(db, [order.id])).get(order.id) ?? []).filter(({ status }) => isOpen(status));
  if (items.length === 0) return undefined;
  const customer = `${order.customerFirstName} ${order.customerSurname}`;
  return orderEmail({
    number: order.marketplaceOrderId,
    marketplaceName: marketplace?.name ?? "",
    items: items.map((item) => ({
      name: item.productName,
      sku: item.productSku,
      options: item.options,
      quantity: item.quantity.owed,
      priceIncGst: add(item.purchasePriceExTax, item.purchasePriceTax),
      notes: item.orderNotes,
    })),
    recipient: [order.companyName, order.companyName ? `Attention of ${customer}` : customer].filter(Boolean),
    address: address && onOneLine(address),
    phone: order.customerPhoneNumber,
    notes: order.orderNotes,
    shipBy: order.shipBy ? formatPlainDay(order.shipBy) : undefined,
    link: `${config.publicUrl}/orders/${order.id}`,
  });
}
