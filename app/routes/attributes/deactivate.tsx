import { attributes } from "@contract/attributes/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { attributeForms, loadAttribute } from "~/services/attributes.server";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Deactivate Attribute");

export const loader = screenFor(attributes.deactivate, loadAttribute);

export const action = commandForms(attributeForms);

export const clientAction = keepTyped;

export default function DeactivateAttribute() {
  const { attribute, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate Attribute"
      label="Deactivate"
      busy="Working..."
      parent={`${paths.attribute(attribute.id)}${search}`}
    >
      {attribute.name} will no longer be asked for in products. Its options stay, and so does its place in product
      types, until it is activated again.
    </Confirm>
  );
}
