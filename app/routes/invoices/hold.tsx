import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { ReasonForm } from "#app/components/form/reason-form.tsx";
import { dollars } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { holdForms, loadInvoiceToHold } from "#app/services/invoices/hold.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { holdForm } from "#contract/invoices/holds.ts";
import { invoices } from "#contract/invoices/operations.ts";

const heading = "Hold Payment";

export const meta = () => title(heading);

export const loader = screenFor(invoices.holdPayment, loadInvoiceToHold);

export const action = commandForms(holdForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function HoldPayment() {
  const { number, supplierName, total, isHeld, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title={heading} sub={`${number}, ${supplierName}, ${dollars(total)}`} closeTo={parent}>
      {isHeld ? (
        <p>The payment of this document is held.</p>
      ) : (
        <>
          <p className="mb-3">No payment can take this document until somebody ends the hold.</p>
          <ReasonForm
            intent="hold"
            commandId={commandId}
            schema={holdForm}
            submit="Hold Payment"
            busy="Holding..."
            cancelTo={parent}
            hint="The supplier sees it."
          />
        </>
      )}
    </Dialog>
  );
}
