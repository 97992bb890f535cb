import { products } from "@contract/products/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { deleteVariantForms, loadVariantToDelete } from "~/services/product-variations.server";
import { screenFor } from "~/services/route.server";
import { optionsOf } from "./variant-item";

export const meta = () => title("Delete Product Variant Confirmation");

export const loader = screenFor(products.get, loadVariantToDelete);

export const action = commandForms(deleteVariantForms);

export const clientAction = keepTyped;

export default function DeleteVariant() {
  const { head, ...variant } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="delete"
      commandId={head.commandId}
      title="Delete Product Variant Confirmation"
      label="Delete"
      busy="Working..."
      parent={`${paths.productVariations(head.id)}${search}`}
    >
      The variation “{optionsOf(variant)}” of {head.name} will be permanently removed and made unavailable. Are you sure
      you wish to continue?
    </Confirm>
  );
}
