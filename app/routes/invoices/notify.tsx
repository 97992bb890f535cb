import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { NotifyForm } from "#app/routes/invoices/parts/notify-form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadNotification, maxNotifyFields, notifyForms } from "#app/services/invoices/notification.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { issueProblemName } from "#contract/rules/supplier-tax.ts";

const notIssuableDrafts = withParams(paths.invoices(), { notIssuableOnly: "true", state: "draft" });

export const meta = () => title("Notify Suppliers");

export const loader = screenFor(invoices.toNotify, loadNotification);

export const action = commandForms(notifyForms, { maxFields: maxNotifyFields });

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function NotifySuppliers() {
  const page = useLoaderData<typeof loader>();
  const { ready, newestDay, withoutContact, notIssuable, parent } = page;
  return (
    <Dialog title="Notify Suppliers" sub={newestDay && `Invoices up to ${newestDay}`} closeTo={parent}>
      {ready.length === 0 && (
        <p className="mb-3">
          {withoutContact.length + notIssuable.length === 0
            ? "Every supplier has already been notified."
            : "No supplier can be notified."}
        </p>
      )}
      {withoutContact.length > 0 && (
        <>
          <p>These suppliers have no billing contact. Their invoices will wait until they do:</p>
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
      {notIssuable.length > 0 && (
        <>
          <p>
            These suppliers have{" "}
            <Link to={notIssuableDrafts} className="link">
              documents that must not be issued
            </Link>
            . They wait until what is missing is recorded:
          </p>
          <ul className="mb-3 max-h-40 list-disc overflow-auto pl-5">
            {notIssuable.map(({ supplierId, supplierName, count, problem }) => (
              <li key={supplierId}>
                <Link
                  to={problem === "noAbn" ? `${paths.supplier(supplierId)}?edit=financial` : paths.checkGst(supplierId)}
                  className="link"
                >
                  {supplierName}
                </Link>
                {`, ${countOf(count, "document")}: ${issueProblemName[problem]}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {ready.length > 0 ? (
        <NotifyForm page={page} />
      ) : (
        <Link to={parent} className="button" preventScrollReset>
          Close
        </Link>
      )}
    </Dialog>
  );
}
