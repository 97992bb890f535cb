import { countOf } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmation } from "#app/services/pages/confirmation.server.ts";
import { linkForms, loadLink } from "#app/services/suppliers/marketplaces.server.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

const productsOf = (count: number | null | undefined) =>
  count === 0 ? "" : ` and its ${count ? countOf(count, "product") : "products"}`;

export const loader = confirmation(loadLink, ({ supplier, link }) => ({
  intent: "disable",
  title: "Disable Marketplace",
  label: "Disable",
  parent: paths.supplier(supplier.id),
  text: `This removes ${supplier.name}${productsOf(link.productCount)} from ${link.marketplaceName}. To enable it again, the supplier has to agree to the terms again and all products have to be approved again. Are you sure you wish to continue?`,
}));

export const action = commandForms(linkForms);
