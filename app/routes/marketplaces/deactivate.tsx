import { inNumbers } from "#app/components/import/in-numbers.ts";
import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadMarketplace, marketplaceForms } from "#app/services/marketplaces/marketplaces.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(
  marketplaces.deactivate,
  loadMarketplace,
  ({ marketplace: { id, name, supplierCount, productCount } }) => ({
    intent: "deactivate",
    title: "Deactivate Marketplace",
    label: "Deactivate",
    parent: paths.marketplace(id),
    text: [
      `${name} has ${inNumbers(supplierCount, "supplier")} and ${inNumbers(productCount, "product")} listed. The products will be withdrawn, and nothing new can be agreed or listed there.`,
      "Agreements, approvals, orders and invoices stay. Activate it again to list what is approved.",
    ],
  }),
);

export const action = commandForms(marketplaceForms);
