import { productTypes } from "@contract/product-types/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadOwnAttribute, productTypeForms } from "~/services/product-types.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Remove Attribute");

export const loader = screenFor(productTypes.removeAttribute, loadOwnAttribute);

export const action = commandForms(productTypeForms);

export const clientAction = keepTyped;

export default function RemoveAttribute() {
  const { type, attribute, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="removeAttribute"
      commandId={commandId}
      title="Remove Attribute"
      label="Remove"
      busy="Working..."
      parent={`${paths.productType(type.id)}${search}`}
    >
      {attribute.name} will no longer be asked for in products of the type {type.name} and of the types below it. The
      attribute itself stays. Are you sure you wish to continue?
    </Confirm>
  );
}
