import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { loadOwnAttribute, productTypeForms } from "#app/services/product-types/product-types.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(productTypes.removeAttribute, loadOwnAttribute, ({ type, attribute }) => ({
  intent: "removeAttribute",
  title: "Remove Attribute",
  label: "Remove",
  parent: paths.productType(type.id),
  text: `${attribute.name} will no longer be asked for in products of the type ${type.name} and of the types below it. The attribute itself stays. Are you sure you wish to continue?`,
}));

export const action = commandForms(productTypeForms);
