import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadInvoiceToRegenerate, regenerateForms } from "#app/services/invoices/invoices.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(invoices.generate, loadInvoiceToRegenerate, ({ id, number }) => ({
  intent: "regenerate",
  title: "Re-Generate",
  label: "Re-Generate",
  parent: paths.invoice(id),
  text: `${number} keeps its number, takes today's date and is recalculated from what is owed now.`,
}));

export const action = commandForms(regenerateForms);
