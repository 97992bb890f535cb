import { countOf, dollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { answerForms, loadRowsToConfirm } from "#app/services/invoices/answers.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";
export { afterRefusals as shouldRevalidate } from "#app/lib/revalidate.ts";

export const loader = confirmationFor(invoices.confirmRows, loadRowsToConfirm, ({ id, count, total }) => ({
  intent: "confirmAll",
  title: "Confirm All Rows",
  label: "Confirm All Rows",
  look: "primary",
  parent: paths.invoice(id),
  text: `Confirm ${countOf(count, "row")} totalling ${dollars(total)}? Rows already confirmed or queried are left as they are.`,
}));

export const action = commandForms(answerForms);
