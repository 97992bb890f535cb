import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadShopOrder, shopOrderForms } from "#app/services/shop-orders/shop-orders.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

const heading = "Read Order Again";

export const meta = () => title(heading);

export const loader = screenFor(marketplaces.readShopOrder, loadShopOrder);

export const action = commandForms(shopOrderForms);

export const clientAction = keepTyped;

export default function ReadShopOrder() {
  const { order, marketplaceId, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="readOne"
      commandId={commandId}
      title={heading}
      label="Read Again"
      look="primary"
      parent={paths.shopOrders(marketplaceId)}
    >
      <p className="mb-3 [overflow-wrap:anywhere]">
        Order {order.number}: {order.problem}
      </p>
      <p>
        The order is read from the shop again within seconds, for example because its products are in the catalogue now.
      </p>
    </Confirm>
  );
}
