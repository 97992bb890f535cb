import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { attributeForms, loadAttribute } from "#app/services/attributes/attributes.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { attributes } from "#contract/attributes/operations.ts";

export const meta = () => title("Deactivate Attribute");

export const loader = screenFor(attributes.deactivate, loadAttribute);

export const action = commandForms(attributeForms);

export const clientAction = keepTyped;

export default function DeactivateAttribute() {
  const { attribute, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate Attribute"
      label="Deactivate"
      parent={paths.attribute(attribute.id)}
    >
      {attribute.name} will no longer be asked for in products. Its options stay, and so does its place in product
      types, until it is activated again.
    </Confirm>
  );
}
