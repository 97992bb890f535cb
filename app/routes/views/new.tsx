import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { ViewForm } from "#app/routes/views/parts/view-form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadNewView, newViewForms } from "#app/services/views/views.server.ts";
import { views } from "#contract/views/operations.ts";

export const meta = () => title("Save View");

export const loader = screenFor(views.save, loadNewView);

export const action = commandForms(newViewForms);

export const clientAction = keepTyped;

export default function SaveView() {
  return <ViewForm title="Save View" intent="add" {...useLoaderData<typeof loader>()} />;
}
