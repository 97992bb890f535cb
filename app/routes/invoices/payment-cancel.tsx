import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { ReasonForm } from "#app/components/form/reason-form.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { cancelForms, loadCancellation } from "#app/services/invoices/payment-steps.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { cancelForm } from "#contract/invoices/payments.ts";

const heading = "Cancel Payment";

export const meta = () => title(heading);

export const loader = screenFor(invoices.cancelPayment, loadCancellation);

export const action = commandForms(cancelForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function CancelPayment() {
  const { why, number, supplierCount, total, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog
      title={heading}
      sub={`${number}, ${countOf(supplierCount, "supplier")}, ${dollars(total)}`}
      closeTo={parent}
    >
      {why ? (
        <p>{why}</p>
      ) : (
        <>
          <p className="mb-3">Its invoices can be paid again. The payment keeps its number, and never has a file.</p>
          <ReasonForm
            intent="cancel"
            commandId={commandId}
            schema={cancelForm}
            submit="Cancel Payment"
            busy="Cancelling..."
            cancelTo={parent}
          />
        </>
      )}
    </Dialog>
  );
}
