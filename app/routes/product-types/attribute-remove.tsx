import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadOwnAttribute, productTypeForms } from "#app/services/product-types/product-types.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";

export const meta = () => title("Remove Attribute");

export const loader = screenFor(productTypes.removeAttribute, loadOwnAttribute);

export const action = commandForms(productTypeForms);

export const clientAction = keepTyped;

export default function RemoveAttribute() {
  const { type, attribute, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="removeAttribute"
      commandId={commandId}
      title="Remove Attribute"
      label="Remove"
      parent={paths.productType(type.id)}
    >
      {attribute.name} will no longer be asked for in products of the type {type.name} and of the types below it. The
      attribute itself stays. Are you sure you wish to continue?
    </Confirm>
  );
}
