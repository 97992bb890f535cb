import { paths } from "#app/lib/paths.ts";
import { nameOf } from "#app/lib/user-name.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { loadUser, userForms } from "#app/services/users/users.server.ts";
import { users } from "#contract/users/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(users.deactivate, loadUser, ({ user }) => ({
  intent: "deactivate",
  title: "Deactivate User",
  label: "Deactivate",
  parent: paths.user(user.id),
  text: `${nameOf(user)} will be signed out everywhere at once, and cannot sign in again until the account is activated.`,
}));

export const action = commandForms(userForms);
