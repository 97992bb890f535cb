import { useLoaderData, useLocation, useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { useFormAnswer } from "#app/components/form/form-state.ts";
import { Link } from "#app/components/layout/link.tsx";
import { Toaster, useHydrated } from "#app/components/layout/toast.tsx";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { useLookWhenBack } from "#app/routes/shipments/parts/refresh-on-return.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadSlip, type SlipPage, slipForms } from "#app/services/shipments/packaging-slips.server.ts";
import { optionsText } from "#contract/rules/options-text.ts";
import { shipments } from "#contract/shipments/operations.ts";

export const meta = ({ data }: { data?: SlipPage }) =>
  title(data ? `Packaging slip ${data.slip.name}` : "Packaging slip");

export const loader = screenFor(shipments.packagingSlips, loadSlip);

export const action = commandForms(slipForms);

export const clientAction = keepTyped;

/** Outside the shell: the slip, and the buttons above it, which are hidden in print. */
export default function PackagingSlip() {
  const page = useLoaderData<typeof loader>();
  const failure = useFormAnswer("page")?.failure;
  useLookWhenBack();
  return (
    <main className="flex flex-col items-center gap-4 p-4 print:block print:p-0">
      <h1 className="sr-only print:hidden">Packaging slip {page.slip.name}</h1>
      <Toaster toast={failure ? { type: "error", message: failure } : page.toast} />
      <Buttons page={page} />
      <Paper page={page} />
    </main>
  );
}

function Buttons({ page: { id, printed, canMark, commandId } }: { page: SlipPage }) {
  const isHydrated = useHydrated();
  const { search } = useLocation();
  useMarkAfterPrinting(canMark, commandId);
  return (
    <div className="no-print flex flex-col items-center gap-2">
      <div className="flex flex-wrap justify-center gap-2">
        <Link to={`${paths.shipment(id)}${search}`} className="button">
          Back to the shipment
        </Link>
        {canMark ? (
          <CommandButton
            intent="file"
            commandId={commandId}
            label="Open as PDF"
            busy="Opening..."
            look={isHydrated ? "plain" : "primary"}
            opensNewTab
          />
        ) : (
          <a href={paths.packagingSlipFile(id)} className="button" target="_blank" rel="noreferrer">
            Open as PDF
          </a>
        )}
        {isHydrated && (
          <button type="button" className="button button-primary" onClick={() => window.print()}>
            Print
          </button>
        )}
      </div>
      {printed && <p className="text-muted">{printed}</p>}
    </div>
  );
}

/** However it is printed: by the button, the browser's menu or a keyboard shortcut. */
function useMarkAfterPrinting(canMark: boolean, commandId: string): void {
  const submit = useSubmit();
  useEffect(() => {
    if (!canMark) return;
    const mark = () =>
      submit(
        { intent: "page", Id: commandId },
        { method: "post", encType: "multipart/form-data", preventScrollReset: true, replace: true },
      );
    window.addEventListener("afterprint", mark);
    return () => window.removeEventListener("afterprint", mark);
  }, [submit, canMark, commandId]);
}

function Paper({ page: { slip, logo, barcode } }: { page: SlipPage }) {
  const [person, ...place] = slip.recipient;
  return (
    <article className="slip-paper" aria-label="Packaging slip">
      <header className="flex items-start justify-between gap-3 font-semibold">
        {logo ? <img src={logo} alt={slip.marketplaceName} className="slip-logo" /> : <p>{slip.marketplaceName}</p>}
        <p className="text-right">{slip.courierName}</p>
      </header>
      <img src={barcode} alt={`Barcode of ${slip.trackingNumber}`} className="slip-barcode" />
      <p className="sr-only">{slip.trackingNumber}</p>
      <address className="slip-recipient">
        <strong>{person}</strong>
        {place.join("\n")}
      </address>
      {slip.phone && <p>Phone: {slip.phone}</p>}
      {slip.notes && (
        <p className="slip-notes">
          <strong>Notes:</strong> {slip.notes}
        </p>
      )}
      <table className="slip-items">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {slip.items.map(({ lineItemId, productName, productSku, options, quantity }) => (
            <tr key={lineItemId}>
              <td>
                <strong>{productName}</strong>
                {productSku && <small>SKU: {productSku}</small>}
                {options.length > 0 && <small>{optionsText(options)}</small>}
              </td>
              <td>{integer(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="slip-from">
        <p>
          <small>From</small>
          <strong>{slip.marketplaceName}</strong>
          {slip.day}
        </p>
        <p>{slip.careOf.join("\n")}</p>
      </footer>
    </article>
  );
}
