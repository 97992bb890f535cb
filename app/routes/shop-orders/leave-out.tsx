import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { loadShopOrder, shopOrderForms } from "#app/services/shop-orders/shop-orders.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(marketplaces.leaveOutShopOrder, loadShopOrder, ({ order, marketplaceId }) => ({
  intent: "leaveOut",
  title: "Leave Out Order",
  label: "Leave Out",
  parent: paths.shopOrders(marketplaceId),
  text: [
    `Order ${order.number}: ${order.problem}`,
    "Somebody has dealt with it. An order that has not been taken no longer becomes an order here.",
  ],
}));

export const action = commandForms(shopOrderForms);
