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

export const meta = () => title("Reset Second Factor");

export const loader = screenFor(users.resetSecondFactor, loadUser);

export const action = commandForms(userForms);

export const clientAction = keepTyped;

export default function ResetSecondFactor() {
  const { user, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="resetSecondFactor"
      commandId={commandId}
      title="Reset Second Factor"
      label="Reset"
      busy="Working..."
      parent={`${paths.user(user.id)}${search}`}
    >
      The authenticator app, the passkeys and the recovery codes of {nameOf(user)} stop working, and the password alone
      is enough to sign in. Do this only when you are sure who is asking, for instance after calling a number you
      already had.
    </Confirm>
  );
}
