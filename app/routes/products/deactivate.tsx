import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { deactivateForms, loadProductToChange } from "#app/services/products/products.server.ts";
import { products } from "#contract/products/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(products.get, loadProductToChange, ({ head: { id, name } }) => ({
  intent: "deactivate",
  title: "Deactivate Product",
  label: "Deactivate",
  parent: paths.product(id),
  text: [
    `“${name}” will be unavailable on all marketplaces. Are you sure you wish to continue?`,
    "Activate makes it available again on the marketplaces that approved it.",
  ],
}));

export const action = commandForms(deactivateForms);
