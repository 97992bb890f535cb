import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { ImageField } from "#app/components/form/image-field.tsx";
import { RichTextField } from "#app/components/form/rich-text-field.tsx";
import { image } from "#app/lib/image.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";
import { formValues, labelsOf } from "#contract/records/fields.ts";
import { defaultHandlingDays } from "#contract/rules/ship-by.ts";
import { detailFields } from "#contract/suppliers/fields.ts";
import { orderEmails, orderEmailsLabels } from "#contract/suppliers/order-emails.ts";
import { updateSupplierDetails } from "#contract/suppliers/schema.ts";

const schema = updateSupplierDetails.omit({ SupplierId: true });

const labels = { ...labelsOf(detailFields), LogoFile: detailFields.logoId.label };

export default function GeneralForm({ page, cancelTo }: { page: SupplierPage; cancelTo: string }) {
  const { supplier, cdnBaseUrl, hasHandlingDays, hasOrderEmails } = page;
  const { OrderEmails, HandlingDays, Notes, ...values } = formValues(detailFields, supplier);
  const optional = {
    ...(hasOrderEmails && { OrderEmails: OrderEmails || "atOnce" }),
    ...(hasHandlingDays && { HandlingDays }),
    ...(supplier.canUpdateSupplierNotes && { Notes }),
  };
  return (
    <CommandForm
      intent="general"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={{ ...values, ...optional }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField name="SupplierName" label={labels.SupplierName} />
      <TextField name="SupplierLegalName" label={labels.SupplierLegalName} />
      <TextField name="BusinessPhoneNumber" label={labels.BusinessPhoneNumber} type="tel" />
      <TextField
        name="OrderContactEmails"
        label={labels.OrderContactEmails}
        hint="Separate several with commas."
        inputMode="email"
      />
      {hasOrderEmails && (
        <SelectField
          name="OrderEmails"
          label={labels.OrderEmails}
          hint="The contacts for orders are told of new ones."
          options={orderEmails.map((value) => ({ value, label: orderEmailsLabels[value] }))}
        />
      )}
      {hasHandlingDays && (
        <TextField
          name="HandlingDays"
          label={labels.HandlingDays}
          hint={`Working days from an order to its dispatch. ${defaultHandlingDays} if you leave it empty.`}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <ImageField name="LogoFile" idName="LogoId" label={labels.LogoFile} source={(id) => image(cdnBaseUrl, id, 400)} />
      <RichTextField name="Description" label={labels.Description} />
      {supplier.canUpdateSupplierNotes && (
        <TextAreaField name="Notes" label={labels.Notes} hint="Only visible to marketplace staff." isWide />
      )}
    </CommandForm>
  );
}
