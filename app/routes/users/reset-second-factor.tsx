import { paths } from "#app/lib/paths.ts";
import { nameOf } from "#app/lib/user-name.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { loadUser, userForms } from "#app/services/users/users.server.ts";
import { users } from "#contract/users/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(users.resetSecondFactor, loadUser, ({ user }) => ({
  intent: "resetSecondFactor",
  title: "Reset Second Factor",
  label: "Reset",
  parent: paths.user(user.id),
  text: `The authenticator app, the passkeys and the recovery codes of ${nameOf(user)} stop working, and the password alone is enough to sign in. Do this only when you are sure who is asking, for instance after calling a number you already had.`,
}));

export const action = commandForms(userForms);
