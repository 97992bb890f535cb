import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { itemForms, loadLineItem } from "#app/services/orders/forms.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

export const meta = () => title("Delete Item");

export const loader = screenFor(orders.get, loadLineItem);

export const action = commandForms(itemForms);

export const clientAction = keepTyped;

export default function DeleteItem() {
  const { orderId, item, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm intent="delete" commandId={commandId} title="Delete Item" label="Delete" parent={paths.order(orderId)}>
      {item.productName} will be removed from this order. Are you sure you wish to continue?
    </Confirm>
  );
}
