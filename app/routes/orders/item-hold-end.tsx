import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { endItemHoldForms, loadHeldItem } from "#app/services/invoices/row-hold.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(invoices.endHoldOfLineItem, loadHeldItem, ({ orderId, productName, reason }) => ({
  intent: "endHold",
  title: "End Hold",
  label: "End Hold",
  look: "primary",
  parent: paths.order(orderId),
  text: [`${productName} is held from being invoiced: ${reason}`, "The next document can have it again."],
}));

export const action = commandForms(endItemHoldForms);
