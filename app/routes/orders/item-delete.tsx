import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { itemForms, loadLineItem } from "#app/services/orders/forms.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { orders } from "#contract/orders/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(orders.get, loadLineItem, ({ orderId, item }) => ({
  intent: "delete",
  title: "Delete Item",
  label: "Delete",
  parent: paths.order(orderId),
  text: `${item.productName} will be removed from this order. Are you sure you wish to continue?`,
}));

export const action = commandForms(itemForms);
