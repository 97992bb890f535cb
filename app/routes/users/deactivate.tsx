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

export const meta = () => title("Deactivate User");

export const loader = screenFor(users.deactivate, loadUser);

export const action = commandForms(userForms);

export const clientAction = keepTyped;

export default function DeactivateUser() {
  const { user, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate User"
      label="Deactivate"
      parent={paths.user(user.id)}
    >
      {nameOf(user)} will be signed out everywhere at once, and cannot sign in again until the account is activated.
    </Confirm>
  );
}
