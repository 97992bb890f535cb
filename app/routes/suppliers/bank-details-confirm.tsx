import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmation } from "#app/services/pages/confirmation.server.ts";
import { bankDetailsForms, loadBankDetails } from "#app/services/suppliers/suppliers.server.ts";
import { formatBsb } from "#contract/rules/abn.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";
export { afterRefusals as shouldRevalidate } from "#app/lib/revalidate.ts";

export const loader = confirmation(loadBankDetails, ({ id, name, bsb, accountNumber, accountName }) => ({
  intent: "confirm",
  title: "Confirm bank details",
  label: "Confirm",
  look: "primary",
  parent: paths.supplier(id),
  text: `Confirm only details you have checked against ${name}'s own documents, or by calling a number you already had. Payments to ${name} will then go to this account.`,
  details: [
    ["BSB", formatBsb(bsb)],
    ["Account number", accountNumber],
    ["Account name", accountName],
  ],
  fields: { BSB: bsb, AccountNumber: accountNumber, AccountName: accountName },
}));

export const action = commandForms(bankDetailsForms);
