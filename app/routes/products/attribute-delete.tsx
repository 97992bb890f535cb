import { products } from "@contract/products/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { deleteAttributeForms, loadAttributeToDelete } from "~/services/product-attributes.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Delete Attribute");

export const loader = screenFor(products.get, loadAttributeToDelete);

export const action = commandForms(deleteAttributeForms);

export const clientAction = keepTyped;

export default function DeleteAttribute() {
  const { head, name } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="delete"
      commandId={head.commandId}
      title="Delete Attribute"
      label="Delete"
      busy="Working..."
      parent={`${paths.productAttributes(head.id)}${search}`}
    >
      The attribute “{name}” of {head.name} will be permanently deleted, with its options. Are you sure you wish to
      continue?
    </Confirm>
  );
}
