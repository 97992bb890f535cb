/** The dialog that gives an order without a supplier its supplier. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { recordPicker } from "#app/services/forms/pickers.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { supplierForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";
import { orderMessages } from "#contract/orders/schema.ts";
import { orderId } from "./order.server.ts";

export async function loadSupplierChoice(context: RequestContext) {
  const [order, suppliers] = await Promise.all([
    context.api(orders.get, { id: orderId(context) }),
    recordPicker(context, "suppliers"),
  ]);
  return {
    orderId: order.id,
    /** Once somebody has assigned one, it stays. */
    supplierName: order.supplierName ?? undefined,
    suppliers,
    /** Items that are not in the catalogue yet. */
    items: order.lineItems
      .filter(({ productId }) => !productId)
      .map(({ id, productName, productSku, quantity }) => ({
        id,
        productName,
        sku: productSku ?? "",
        quantity: quantity.adjusted,
      })),
    commandId: newCommandId(),
  };
}

export const supplierForms: Record<string, CommandForm> = {
  assign: commandForm({
    operation: orders.assignSupplier,
    schema: supplierForm,
    input: (typed, context) => ({ ...typed, OrderId: orderId(context) }),
    saved: orderMessages.saved,
    notSaved: orderMessages.notSaved,
    next: (context) => `${paths.order(orderId(context))}${context.url.search}`,
  }),
};
