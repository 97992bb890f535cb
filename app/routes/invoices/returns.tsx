import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField, YesNoField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadReturns, returnsForms } from "#app/services/invoices/payment-steps.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { recordReturns } from "#contract/invoices/payments.ts";

const heading = "Returned Payments";

export const meta = () => title(heading);

export const loader = screenFor(invoices.recordReturns, loadReturns);

export const action = commandForms(returnsForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const labels = { Content: "The bank's file", SkipOthers: "Leave out what fits no payment" };

export default function ReturnedPayments() {
  const { parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title={heading} sub="Credits that came back" closeTo={parent}>
      <CommandForm
        intent="returns"
        scope="returns"
        commandId={commandId}
        schema={recordReturns}
        values={{ Content: "", SkipOthers: "false" }}
        submit="Record"
        busy="Recording..."
        cancelTo={parent}
        labels={labels}
      >
        <TextAreaField
          name="Content"
          label={labels.Content}
          hint="Open the bank's return file (direct entry) with a text editor, and copy all of it. A credit that was recorded before is not recorded again."
          rows={8}
          isWide
        />
        <YesNoField name="SkipOthers" label={labels.SkipOthers} isWide />
      </CommandForm>
    </Dialog>
  );
}
