import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { loadView, viewForms } from "#app/services/views/views.server.ts";
import { views } from "#contract/views/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(views.remove, loadView, ({ view, listPath }) => ({
  intent: "remove",
  title: "Delete View",
  label: "Delete",
  parent: listPath,
  text:
    view.audience === "me"
      ? `The view “${view.name}” will be deleted. The records in the list stay.`
      : `The view “${view.name}” will be deleted for all who have it. The records in the list stay.`,
}));

export const action = commandForms(viewForms);
