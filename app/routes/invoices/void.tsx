import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadInvoiceToVoid, voidForms } from "#app/services/invoices/invoices.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(invoices.void, loadInvoiceToVoid, ({ id, number, why }) => ({
  intent: "void",
  title: "Void",
  label: "Void",
  parent: paths.invoice(id),
  text: `${number} ${why} Once void, it keeps its number and cannot be used again.`,
}));

export const action = commandForms(voidForms);
