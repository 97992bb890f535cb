import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadRelease, releaseForms } from "#app/services/invoices/payment-steps.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { releaseForm } from "#contract/invoices/payments.ts";

const heading = "Release Payment";

export const meta = () => title(heading);

export const loader = screenFor(invoices.releasePayment, loadRelease);

export const action = commandForms(releaseForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const labels = { BankDate: "Bank date" };

export default function ReleasePayment() {
  const page = useLoaderData<typeof loader>();
  const { why, number, supplierCount, total, isOwn, bankDate, passedDay, parent, commandId } = page;
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
          <p className="mb-3">
            The file for the bank is created, and the suppliers are sent their remittance advice. After that the payment
            cannot be cancelled.
          </p>
          {isOwn && (
            <p className="mb-3 text-warn">
              You made this payment yourself. Nobody else may release payments, so you can; the payment says so.
            </p>
          )}
          {passedDay && <p className="mb-3 text-warn">The bank date {passedDay} has passed. Choose another one.</p>}
          <CommandForm
            intent="release"
            scope="release"
            commandId={commandId}
            schema={releaseForm}
            values={{ BankDate: bankDate }}
            submit="Release"
            busy="Releasing..."
            cancelTo={parent}
            labels={labels}
          >
            <TextField name="BankDate" label={labels.BankDate} type="date" />
          </CommandForm>
        </>
      )}
    </Dialog>
  );
}
