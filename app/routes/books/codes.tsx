import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { billForms, loadCodes } from "#app/services/books/exports.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { billCodesForm } from "#contract/books/exports.ts";
import { books } from "#contract/books/operations.ts";
import { billCodeNames, billCodes } from "#contract/rules/bill-codes.ts";

const heading = "Codes of Accounts and Tax Rates";

export const meta = () => title(heading);

export const loader = screenFor(books.updateBillCodes, loadCodes);

export const action = commandForms(billForms);

export const clientAction = keepTyped;

export default function Codes() {
  const { codes, shown, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Dialog
      title={heading}
      closeTo={parent}
      sub="As they are in the accounting program. Xero: accounts by their code, tax rates by their name. MYOB: account numbers, such as 5-1100, and tax codes, such as GST and FRE."
    >
      <CommandForm
        intent="codes"
        scope="codes"
        commandId={commandId}
        shown={shown}
        schema={billCodesForm}
        values={codes}
        submit="Save"
        busy="Saving..."
        cancelTo={parent}
        labels={billCodeNames}
      >
        {billCodes.map((name) => (
          <TextField key={name} name={name} label={billCodeNames[name]} autoComplete="off" />
        ))}
      </CommandForm>
    </Dialog>
  );
}
