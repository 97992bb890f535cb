import { paths } from "#app/lib/paths.ts";
import { optionsOf } from "#app/routes/products/parts/variant-item.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { deleteVariantForms, loadVariantToDelete } from "#app/services/products/variations.server.ts";
import { products } from "#contract/products/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(products.get, loadVariantToDelete, ({ head, ...variant }) => ({
  intent: "delete",
  title: "Delete Product Variant Confirmation",
  label: "Delete",
  parent: paths.productVariations(head.id),
  text: `The variation “${optionsOf(variant)}” of ${head.name} will be permanently removed and made unavailable. Are you sure you wish to continue?`,
}));

export const action = commandForms(deleteVariantForms);
