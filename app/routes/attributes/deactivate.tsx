import { paths } from "#app/lib/paths.ts";
import { attributeForms, loadAttribute } from "#app/services/attributes/attributes.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { attributes } from "#contract/attributes/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(attributes.deactivate, loadAttribute, ({ attribute }) => ({
  intent: "deactivate",
  title: "Deactivate Attribute",
  label: "Deactivate",
  parent: paths.attribute(attribute.id),
  text: `${attribute.name} will no longer be asked for in products. Its options stay, and so does its place in product types, until it is activated again.`,
}));

export const action = commandForms(attributeForms);
