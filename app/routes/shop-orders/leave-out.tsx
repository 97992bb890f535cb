import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadShopOrder, shopOrderForms } from "#app/services/shop-orders/shop-orders.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

const heading = "Leave Out Order";

export const meta = () => title(heading);

export const loader = screenFor(marketplaces.leaveOutShopOrder, loadShopOrder);

export const action = commandForms(shopOrderForms);

export const clientAction = keepTyped;

export default function LeaveOutShopOrder() {
  const { order, marketplaceId, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="leaveOut"
      commandId={commandId}
      title={heading}
      label="Leave Out"
      look="danger"
      parent={paths.shopOrders(marketplaceId)}
    >
      <p className="mb-3 [overflow-wrap:anywhere]">
        Order {order.number}: {order.problem}
      </p>
      <p>Somebody has dealt with it. An order that has not been taken no longer becomes an order here.</p>
    </Confirm>
  );
}
