import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { loadMessageToDelete, messageForms } from "#app/services/discussion/discussion.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { discussion } from "#contract/discussion/operations.ts";

export const meta = () => title("Delete Message");

export const loader = screenFor(discussion.remove, loadMessageToDelete);

export const action = commandForms(messageForms);

export const clientAction = keepTyped;

export default function DeleteMessage() {
  const { path, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm intent="remove" commandId={commandId} title="Delete Message" label="Delete" parent={path}>
      The message will be deleted for everybody. Emails that were sent about it stay.
    </Confirm>
  );
}
