import { orders } from "@contract/orders/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { itemForms, loadLineItem } from "~/services/order-forms.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Delete Item");

export const loader = screenFor(orders.get, loadLineItem);

export const action = commandForms(itemForms);

export const clientAction = keepTyped;

export default function DeleteItem() {
  const { orderId, item, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="delete"
      commandId={commandId}
      title="Delete Item"
      label="Delete"
      busy="Working..."
      parent={`${paths.order(orderId)}${search}`}
    >
      {item.productName} will be removed from this order. Are you sure you wish to continue?
    </Confirm>
  );
}
