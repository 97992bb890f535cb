import { commissionPaths } from "#app/lib/commission-paths.ts";
import { deleteForms, loadRule } from "#app/services/commission-rules/commission-rules.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(commissionRules.delete, loadRule, ({ rule }) => ({
  intent: "delete",
  title: "Delete Commission Rule",
  label: "Delete",
  parent: commissionPaths.rule(rule.id),
  text: `“${rule.name}” will decide no more sales. Those that it has decided keep their commission. Are you sure you wish to continue?`,
}));

export const action = commandForms(deleteForms);
