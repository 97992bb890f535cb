import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { endHoldForms, loadHeldInvoice } from "#app/services/invoices/hold.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(invoices.endHold, loadHeldInvoice, ({ id, number, reason }) => ({
  intent: "endHold",
  title: "End Hold",
  label: "End Hold",
  look: "primary",
  parent: paths.invoice(id),
  text: [`The payment of ${number} is held: ${reason}`, "The next payment can take it again."],
}));

export const action = commandForms(endHoldForms);
