import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { AttributeForm } from "#app/routes/attributes/parts/form.tsx";
import { loadNewAttribute, newAttributeForms } from "#app/services/attributes/attributes.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { attributes } from "#contract/attributes/operations.ts";

export const meta = () => title("Add Attribute");

export const loader = screenFor(attributes.add, loadNewAttribute);

export const action = commandForms(newAttributeForms);

export const clientAction = keepTyped;

export default function AddAttribute() {
  const types = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.attributes()}${search}`;
  return (
    <Dialog title="Add Attribute" closeTo={parent}>
      <AttributeForm intent="add" submit="Add" {...types} cancelTo={parent} />
    </Dialog>
  );
}
