import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { deleteAttributeForms, loadAttributeToDelete } from "#app/services/products/attributes.server.ts";
import { products } from "#contract/products/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(products.get, loadAttributeToDelete, ({ head, name }) => ({
  intent: "delete",
  title: "Delete Attribute",
  label: "Delete",
  parent: paths.productAttributes(head.id),
  text: `The attribute “${name}” of ${head.name} will be permanently deleted, with its options. Are you sure you wish to continue?`,
}));

export const action = commandForms(deleteAttributeForms);
