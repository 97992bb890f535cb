import { notifySuppliers } from "@contract/invoices/commands.ts";
import { invoices } from "@contract/invoices/operations.ts";
import { Link, useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { CommandForm } from "~/components/form/command-form";
import { TextField } from "~/components/form/fields";
import { countOf } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadNotification, notifyForms } from "~/services/invoice-notification.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Notify Suppliers");

export const loader = screenFor(invoices.toNotify, loadNotification);

export const action = commandForms(notifyForms);

export const clientAction = keepTyped;

export default function NotifySuppliers() {
  const { count, newestDate, newestDay, withoutContact, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title="Notify Suppliers" sub={newestDay && `Invoices up to ${newestDay}`} closeTo={parent}>
      <p className="mb-3">
        {count === 0
          ? "There is no invoice whose supplier is to be notified."
          : `${countOf(count, "invoice")} will be mailed to the billing contacts of the suppliers, and cannot be changed afterwards.`}
      </p>
      {withoutContact.length > 0 && (
        <>
          <p>These suppliers have no billing contact. Their invoices wait:</p>
          <ul className="mb-3 max-h-40 list-disc overflow-auto pl-5">
            {withoutContact.map(({ supplierId, supplierName }) => (
              <li key={supplierId}>
                <Link to={`${paths.supplier(supplierId)}?edit=financial`} className="link">
                  {supplierName}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {count > 0 ? (
        <CommandForm
          intent="notify"
          scope="notify"
          commandId={commandId}
          schema={notifySuppliers}
          values={{ InvoiceDate: newestDate ?? "", ExpectedPaymentDate: "" }}
          submit="Notify Suppliers"
          busy="Working..."
          cancelTo={parent}
          labels={{ ExpectedPaymentDate: "Expected payment date" }}
        >
          <input type="hidden" name="InvoiceDate" value={newestDate ?? ""} />
          <TextField name="ExpectedPaymentDate" label="Expected payment date" type="date" />
        </CommandForm>
      ) : (
        <Link to={parent} className="button" preventScrollReset>
          Close
        </Link>
      )}
    </Dialog>
  );
}
