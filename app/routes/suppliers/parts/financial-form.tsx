import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";
import { formValues, labelsOf } from "#contract/records/fields.ts";
import { formatAbn, formatBsb } from "#contract/rules/abn.ts";
import { financeFields } from "#contract/suppliers/fields.ts";
import { invoiceFiles, invoiceFilesLabels } from "#contract/suppliers/invoice-files.ts";
import { updateSupplierFinancialDetails } from "#contract/suppliers/schema.ts";

const schema = updateSupplierFinancialDetails.omit({ SupplierId: true });

const labels = labelsOf(financeFields);

export default function FinancialForm({ page, cancelTo }: { page: SupplierPage; cancelTo: string }) {
  const { supplier } = page;
  const { InvoiceFiles, ...current } = formValues(financeFields, supplier);
  const values = {
    ...current,
    ...(InvoiceFiles && { InvoiceFiles }),
    ABN: formatAbn(supplier.abn ?? ""),
    BSB: formatBsb(supplier.bsb ?? ""),
  };
  return (
    <CommandForm
      intent="financial"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={values}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField name="ABN" label={labels.ABN} hint="11 digits" inputMode="numeric" autoComplete="off" />
      <TextField name="BSB" label={labels.BSB} hint="6 digits" inputMode="numeric" autoComplete="off" />
      <TextField name="AccountName" label={labels.AccountName} hint="Exactly as held by the bank" autoComplete="off" />
      <TextField
        name="AccountNumber"
        label={labels.AccountNumber}
        hint="Up to 9 digits for payment files"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        name="BillingContactEmails"
        label={labels.BillingContactEmails}
        hint="Separate several with commas."
        isWide
        inputMode="email"
        autoComplete="off"
      />
      {InvoiceFiles && (
        <SelectField
          name="InvoiceFiles"
          label={labels.InvoiceFiles}
          hint="For accounting software that reads e-invoices."
          options={invoiceFiles.map((value) => ({ value, label: invoiceFilesLabels[value] }))}
        />
      )}
    </CommandForm>
  );
}
