import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { ReasonForm } from "#app/components/form/reason-form.tsx";
import { dollars } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { chargeForms, loadChargeToWithdraw } from "#app/services/charges/charges.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { charges } from "#contract/charges/operations.ts";
import { withdrawForm } from "#contract/charges/schema.ts";

const heading = "Withdraw Charge";

export const meta = () => title(heading);

export const loader = screenFor(charges.withdraw, loadChargeToWithdraw);

export const action = commandForms(chargeForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function WithdrawCharge() {
  const { charge, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog title={heading} sub={`${charge.supplierName}, ${dollars(charge.amountIncTax)}`} closeTo={parent}>
      <p className="mb-3 [overflow-wrap:anywhere]">
        {charge.kindName} of {charge.dayText}: {charge.description}
      </p>
      <ReasonForm
        intent="withdraw"
        commandId={commandId}
        schema={withdrawForm}
        submit="Withdraw"
        busy="Withdrawing..."
        cancelTo={parent}
        hint="The supplier sees it in the list of charges."
      />
    </Dialog>
  );
}
