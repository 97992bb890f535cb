import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { confirmPayerForms, loadSettings } from "#app/services/settings/settings.server.ts";
import { settings } from "#contract/settings/operations.ts";
import { PayerDetails } from "./parts/payer-details.tsx";

const heading = "Confirm the paying account";

export const meta = () => title(heading);

export const loader = screenFor(settings.confirmPayer, loadSettings);

export const action = commandForms(confirmPayerForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function ConfirmPayer() {
  const { settings: current, commandId } = useLoaderData<typeof loader>();
  const account = current.payer.proposed?.account;
  return (
    <Confirm
      intent="confirm"
      commandId={commandId}
      title={heading}
      label="Confirm"
      look="primary"
      parent={paths.settings()}
      fields={
        account && {
          BankCode: account.bankCode,
          UserName: account.userName,
          UserId: account.userId,
          Bsb: account.bsb,
          AccountNumber: account.accountNumber,
        }
      }
    >
      {account ? (
        <>
          <p className="mb-3">
            Confirm only what you have checked against the bank's own documents. Suppliers will then be paid from this
            account.
          </p>
          <PayerDetails account={account} />
        </>
      ) : (
        <p>No account is waiting for confirmation.</p>
      )}
    </Confirm>
  );
}
