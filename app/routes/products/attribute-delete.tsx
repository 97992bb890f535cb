import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { deleteAttributeForms, loadAttributeToDelete } from "#app/services/products/attributes.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Delete Attribute");

export const loader = screenFor(products.get, loadAttributeToDelete);

export const action = commandForms(deleteAttributeForms);

export const clientAction = keepTyped;

export default function DeleteAttribute() {
  const { head, name } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="delete"
      commandId={head.commandId}
      title="Delete Attribute"
      label="Delete"
      parent={paths.productAttributes(head.id)}
    >
      The attribute “{name}” of {head.name} will be permanently deleted, with its options. Are you sure you wish to
      continue?
    </Confirm>
  );
}
