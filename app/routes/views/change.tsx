import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { ViewForm } from "#app/routes/views/parts/view-form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadView, viewForms } from "#app/services/views/views.server.ts";
import { views } from "#contract/views/operations.ts";

export const meta = () => title("Change View");

export const loader = screenFor(views.save, loadView);

export const action = commandForms(viewForms);

export const clientAction = keepTyped;

export default function ChangeView() {
  return <ViewForm title="Change View" intent="change" {...useLoaderData<typeof loader>()} />;
}
