import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadView, viewForms } from "#app/services/views/views.server.ts";
import { views } from "#contract/views/operations.ts";

export const meta = () => title("Delete View");

export const loader = screenFor(views.remove, loadView);

export const action = commandForms(viewForms);

export const clientAction = keepTyped;

export default function DeleteView() {
  const { view, listPath, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm intent="remove" commandId={commandId} title="Delete View" label="Delete" parent={listPath}>
      {view.audience === "me"
        ? `The view “${view.name}” will be deleted. The records in the list stay.`
        : `The view “${view.name}” will be deleted for all who have it. The records in the list stay.`}
    </Confirm>
  );
}
