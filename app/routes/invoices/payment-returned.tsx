import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { dollars } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadCredit, returnForms } from "#app/services/invoices/payment-steps.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { returnForm } from "#contract/invoices/payments.ts";

const heading = "Payment Came Back";

export const meta = () => title(heading);

export const loader = screenFor(invoices.returnPayment, loadCredit);

export const action = commandForms(returnForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const labels = { ReturnedOn: "Day on which it came back", Reason: "Reason" };

export default function PaymentCameBack() {
  const { supplierName, amount, reference, account, today, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title={heading} sub={`${supplierName}, ${dollars(amount)}, reference ${reference}`} closeTo={parent}>
      <p className="mb-3 [overflow-wrap:anywhere]">
        Paid to {account}. The invoices can be paid again, once somebody has confirmed the account or the supplier has
        another one. Those who were told of the payment are emailed.
      </p>
      <CommandForm
        intent="return"
        scope="return"
        commandId={commandId}
        schema={returnForm}
        values={{ ReturnedOn: today, Reason: "" }}
        submit="Record"
        busy="Recording..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField name="ReturnedOn" label={labels.ReturnedOn} type="date" />
        <TextField name="Reason" label={labels.Reason} hint="As the bank says it. The supplier is told." isWide />
      </CommandForm>
    </Dialog>
  );
}
