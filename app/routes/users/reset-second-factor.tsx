import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { nameOf } from "#app/lib/user-name.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadUser, userForms } from "#app/services/users/users.server.ts";
import { users } from "#contract/users/operations.ts";

export const meta = () => title("Reset Second Factor");

export const loader = screenFor(users.resetSecondFactor, loadUser);

export const action = commandForms(userForms);

export const clientAction = keepTyped;

export default function ResetSecondFactor() {
  const { user, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="resetSecondFactor"
      commandId={commandId}
      title="Reset Second Factor"
      label="Reset"
      parent={paths.user(user.id)}
    >
      The authenticator app, the passkeys and the recovery codes of {nameOf(user)} stop working, and the password alone
      is enough to sign in. Do this only when you are sure who is asking, for instance after calling a number you
      already had.
    </Confirm>
  );
}
