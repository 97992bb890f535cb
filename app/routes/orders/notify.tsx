import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadNotice, noticeForms } from "#app/services/orders/forms.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

export const meta = () => title("Notify Supplier");

export const loader = screenFor(orders.get, loadNotice);

export const action = commandForms(noticeForms);

export const clientAction = keepTyped;

export default function NotifySupplier() {
  const { orderId, supplierName, notifiedAt, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="notify"
      commandId={commandId}
      title="Notify Supplier"
      label="Notify Supplier"
      look="primary"
      parent={paths.order(orderId)}
    >
      {supplierName} will be sent an email with the items that are still to ship.
      {notifiedAt && ` The last one was sent on ${notifiedAt}.`}
    </Confirm>
  );
}
