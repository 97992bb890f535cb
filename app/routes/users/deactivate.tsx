import { users } from "@contract/users/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { nameOf } from "~/lib/user-name";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { loadUser, userForms } from "~/services/users.server";

export const meta = () => title("Deactivate User");

export const loader = screenFor(users.deactivate, loadUser);

export const action = commandForms(userForms);

export const clientAction = keepTyped;

export default function DeactivateUser() {
  const { user, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate User"
      label="Deactivate"
      busy="Working..."
      parent={`${paths.user(user.id)}${search}`}
    >
      {nameOf(user)} will be signed out everywhere at once, and cannot sign in again until the account is activated.
    </Confirm>
  );
}
