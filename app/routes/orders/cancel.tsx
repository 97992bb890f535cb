import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { chosenItem } from "#app/lib/ship-items.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { cancellationForms, loadCancellation } from "#app/services/orders/cancellation.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { cancellationForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";
import { add } from "#contract/rules/money.ts";

const headingOf = (isOfOrder: boolean) => (isOfOrder ? "Cancel Order" : "Cancel Item");

export const meta = ({ data }: { data?: { isOfOrder: boolean } }) => title(headingOf(data?.isOfOrder ?? true));

export const loader = screenFor(orders.get, loadCancellation);

export const action = commandForms(cancellationForms);

export const clientAction = keepTyped;

const columns = [
  { heading: "Product" },
  { heading: "To cancel", isNumber: true },
  { heading: "Refund inc GST", isNumber: true },
];

export default function Cancel() {
  const { orderId, isOfOrder, items, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = withParams(`${paths.order(orderId)}${search}`, { [chosenItem]: null });
  if (items.length === 0) {
    return (
      <Dialog title={headingOf(isOfOrder)} closeTo={parent}>
        <p className="mb-4">There is nothing left to cancel: everything has been shipped or cancelled already.</p>
        <Link to={parent} className="button" preventScrollReset>
          Close
        </Link>
      </Dialog>
    );
  }
  return (
    <Dialog title={headingOf(isOfOrder)} closeTo={parent}>
      <p className="mb-3">
        What has not been shipped is cancelled and refunded, and counted stock goes back. This cannot be undone, but
        items can be added again.
      </p>
      <CommandForm
        intent="cancel"
        commandId={commandId}
        schema={cancellationForm}
        values={{ Comment: "" }}
        submit={headingOf(isOfOrder)}
        busy="Working..."
        cancelTo={parent}
        keep={isOfOrder ? "Keep Order" : "Keep Item"}
        look="danger"
        labels={{ Comment: "Comment" }}
      >
        <div className="col-span-2 min-w-0 px-4 py-3.5 small:col-span-1">
          <CardTable columns={columns} label="What is cancelled">
            {items.map(({ id, name, quantity, shipped, refund }) => (
              <tr key={id}>
                <td className="min-w-36 [overflow-wrap:anywhere]">
                  {name}
                  {shipped > 0 && (
                    <span className="block text-xs text-muted">{`${integer(shipped)} shipped already`}</span>
                  )}
                </td>
                <td className="text-right">{integer(quantity)}</td>
                <td className="whitespace-nowrap text-right">{dollars(refund)}</td>
              </tr>
            ))}
            {items.length > 1 && (
              <tr className="font-semibold">
                <td colSpan={2}>Total</td>
                <td className="whitespace-nowrap text-right">{dollars(add(...items.map(({ refund }) => refund)))}</td>
              </tr>
            )}
          </CardTable>
        </div>
        <TextAreaField name="Comment" label="Comment" hint="Kept with the transactions of each item" isWide rows={2} />
      </CommandForm>
    </Dialog>
  );
}
