import { countOf } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmation } from "#app/services/pages/confirmation.server.ts";
import { linkForms, loadLink } from "#app/services/suppliers/marketplaces.server.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmation(loadLink, ({ supplier, link }) => ({
  intent: "enable",
  title: "Enable Marketplace",
  label: "Enable",
  parent: paths.supplier(supplier.id),
  text: `${supplier.name} has to agree to the terms of ${link.marketplaceName} again, and its products (${countOf(link.productCount, "product")}) will wait for approval again. Are you sure you wish to continue?`,
}));

export const action = commandForms(linkForms);
