import { loadMessageToDelete, messageForms } from "#app/services/discussion/discussion.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { discussion } from "#contract/discussion/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(discussion.remove, loadMessageToDelete, ({ path }) => ({
  intent: "remove",
  title: "Delete Message",
  label: "Delete",
  parent: path,
  text: "The message will be deleted for everybody. Emails that were sent about it stay.",
}));

export const action = commandForms(messageForms);
