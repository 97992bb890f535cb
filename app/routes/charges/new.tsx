import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { chargeForms, loadNewCharge } from "#app/services/charges/charges.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { chargeForm } from "#contract/charges/forms.ts";
import { charges } from "#contract/charges/operations.ts";

const heading = "Add Charge";

export const meta = () => title(heading);

export const loader = screenFor(charges.add, loadNewCharge);

export const action = commandForms(chargeForms);

export const clientAction = keepTyped;

const labels = {
  SupplierId: "Supplier",
  MarketplaceId: "Marketplace",
  Direction: "Charge or credit",
  Kind: "Kind",
  Description: "Description",
  Day: "Day",
  AmountIncTax: "Amount inc GST",
  TaxClass: "Tax class",
  Reference: "Reference (optional)",
  IsMonthly: "Every month",
  LastDay: "Last day (optional)",
};

const directions = [
  { value: "charge", label: "Charge: the supplier pays" },
  { value: "credit", label: "Credit: the supplier is paid" },
];

const onceOrMonthly = [
  { value: "", label: "No, once" },
  { value: "true", label: "Yes, on the same day" },
];

export default function AddCharge() {
  const { suppliers, marketplaces, kinds, taxClasses, today, supplierId, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.charges()}${search}`;
  const [only, ...others] = marketplaces;
  return (
    <Dialog title={heading} closeTo={parent} sub="The next document of the supplier has it.">
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={chargeForm}
        values={{
          SupplierId: supplierId,
          MarketplaceId: only && others.length === 0 ? only.value : "",
          Direction: "charge",
          Kind: "fee",
          Description: "",
          Day: today,
          AmountIncTax: "",
          TaxClass: "taxable",
          Reference: "",
          IsMonthly: "",
          LastDay: "",
        }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <RecordField name="SupplierId" label={labels.SupplierId} picker={suppliers} />
        <SelectField name="MarketplaceId" label={labels.MarketplaceId} options={[choose, ...marketplaces]} />
        <SelectField name="Direction" label={labels.Direction} options={directions} />
        <SelectField name="Kind" label={labels.Kind} options={kinds} />
        <TextField
          name="Description"
          label={labels.Description}
          hint="What the supplier reads in its document."
          isWide
          autoComplete="off"
        />
        <TextField name="AmountIncTax" label={labels.AmountIncTax} inputMode="decimal" autoComplete="off" />
        <SelectField
          name="TaxClass"
          label={labels.TaxClass}
          hint="Without GST: opening balances, and fines that pay for no supply."
          options={taxClasses}
        />
        <TextField name="Day" label={labels.Day} type="date" />
        <TextField
          name="Reference"
          label={labels.Reference}
          hint="The number in another system. It is refused a second time."
          autoComplete="off"
        />
        <SelectField name="IsMonthly" label={labels.IsMonthly} options={onceOrMonthly} />
        <TextField name="LastDay" label={labels.LastDay} hint="Of a monthly charge." type="date" />
      </CommandForm>
    </Dialog>
  );
}
