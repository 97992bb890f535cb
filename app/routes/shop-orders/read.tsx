import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { loadShopOrder, shopOrderForms } from "#app/services/shop-orders/shop-orders.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(marketplaces.readShopOrder, loadShopOrder, ({ order, marketplaceId }) => ({
  intent: "readOne",
  title: "Read Order Again",
  label: "Read Again",
  look: "primary",
  parent: paths.shopOrders(marketplaceId),
  text: [
    `Order ${order.number}: ${order.problem}`,
    "The order is read from the shop again within seconds, for example because its products are in the catalogue now.",
  ],
}));

export const action = commandForms(shopOrderForms);
