import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { bankDetailsForms, loadBankDetails } from "#app/services/suppliers/suppliers.server.ts";
import { formatBsb } from "#contract/rules/abn.ts";

const heading = "Confirm bank details";

export const meta = () => title(heading);

export const loader = screen(loadBankDetails);

export const action = commandForms(bankDetailsForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function ConfirmBankDetails() {
  const { id, name, bsb, accountNumber, accountName, commandId } = useLoaderData<typeof loader>();
  const shown = { BSB: bsb, AccountNumber: accountNumber, AccountName: accountName };
  return (
    <Confirm
      intent="confirm"
      commandId={commandId}
      title={heading}
      label="Confirm"
      look="primary"
      parent={paths.supplier(id)}
      fields={Object.entries(shown).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
    >
      <p className="mb-3">
        Confirm only details you have checked against {name}'s own documents, or by calling a number you already had.
        Payments to {name} will then go to this account.
      </p>
      <Details>
        <Detail term="BSB" isWide>
          {formatBsb(bsb)}
        </Detail>
        <Detail term="Account number" isWide>
          {accountNumber}
        </Detail>
        <Detail term="Account name" isWide>
          {accountName}
        </Detail>
      </Details>
    </Confirm>
  );
}
