import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { optionsOf } from "#app/routes/products/parts/variant-item.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { deleteVariantForms, loadVariantToDelete } from "#app/services/products/variations.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Delete Product Variant Confirmation");

export const loader = screenFor(products.get, loadVariantToDelete);

export const action = commandForms(deleteVariantForms);

export const clientAction = keepTyped;

export default function DeleteVariant() {
  const { head, ...variant } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="delete"
      commandId={head.commandId}
      title="Delete Product Variant Confirmation"
      label="Delete"
      parent={paths.productVariations(head.id)}
    >
      The variation “{optionsOf(variant)}” of {head.name} will be permanently removed and made unavailable. Are you sure
      you wish to continue?
    </Confirm>
  );
}
