import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadNotice, noticeForms } from "#app/services/orders/forms.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { orders } from "#contract/orders/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(orders.get, loadNotice, ({ orderId, supplierName, notifiedAt }) => ({
  intent: "notify",
  title: "Notify Supplier",
  label: "Notify Supplier",
  look: "primary",
  parent: paths.order(orderId),
  text: `${supplierName} will be sent an email with the items that are still to ship.${notifiedAt ? ` The last one was sent on ${notifiedAt}.` : ""}`,
}));

export const action = commandForms(noticeForms);
