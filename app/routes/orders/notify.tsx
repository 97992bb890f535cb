import { orders } from "@contract/orders/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadNotice, noticeForms } from "~/services/order-forms.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Notify Supplier");

export const loader = screenFor(orders.get, loadNotice);

export const action = commandForms(noticeForms);

export const clientAction = keepTyped;

export default function NotifySupplier() {
  const { orderId, supplierName, notifiedAt, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.order(orderId)}${search}`;
  return (
    <Confirm
      intent="notify"
      commandId={commandId}
      title="Notify Supplier"
      label="Notify Supplier"
      busy="Working..."
      look="primary"
      parent={parent}
    >
      {supplierName} will be sent an email with the items that are still to ship.
      {notifiedAt && ` The last one was sent on ${notifiedAt}.`}
    </Confirm>
  );
}
