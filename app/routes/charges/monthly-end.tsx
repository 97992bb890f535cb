import { chargePaths } from "#app/lib/charge-paths.ts";
import { chargeForms, loadMonthlyToEnd } from "#app/services/charges/charges.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { charges } from "#contract/charges/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(charges.endMonthly, loadMonthlyToEnd, ({ charge }) => ({
  intent: "end",
  title: "End Monthly Charge",
  label: "End",
  parent: chargePaths.monthly(),
  text: `${charge.description} of ${charge.supplierName} would be entered next on ${charge.next}. What has been charged stays.`,
}));

export const action = commandForms(chargeForms);
