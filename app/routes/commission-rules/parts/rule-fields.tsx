import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField, YesNoField } from "#app/components/form/fields.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { paths } from "#app/lib/paths.ts";
import type { RuleForm } from "#app/services/commission-rules/commission-rules.server.ts";
import { commissionRuleForm } from "#contract/commission-rules/schema.ts";

const labels = {
  Name: "Name",
  MarketplaceId: "Marketplace",
  SupplierId: "Supplier",
  ProductTypeId: "Product type",
  PriceFrom: "Price from",
  PriceTo: "Price up to",
  FromDay: "Ordered from",
  UntilDay: "Ordered up to",
  Rate: "Commission rate",
  OnShipping: "Also of the shipping",
  FixedAmount: "Fixed amount",
  FixedPer: "Fixed amount for each",
  Minimum: "Minimum",
  Maximum: "Maximum",
};

const fixedPers = [
  { value: "line", label: "Line item" },
  { value: "piece", label: "Piece" },
];

/** The form of a rule, with a second button that tries it. */
export function RuleFields({ intent, form }: { intent: "add" | "update"; form: RuleForm }) {
  const { values, shown, choices, commandId } = form;
  return (
    <CommandForm
      intent={intent}
      commandId={commandId}
      schema={commissionRuleForm}
      values={values}
      submit={intent === "add" ? "Add" : "Save"}
      busy="Working..."
      otherSubmit={{ label: "Try over last month", name: "Preview", value: "yes" }}
      cancelTo={paths.commissionRules()}
      labels={labels}
      {...(shown !== undefined && { shown })}
    >
      <TextField name="Name" label={labels.Name} hint="Suppliers see it with their items." isWide autoComplete="off" />
      <SelectField name="MarketplaceId" label={labels.MarketplaceId} options={choices.marketplaces} />
      <RecordField
        name="SupplierId"
        label={labels.SupplierId}
        picker={choices.suppliers}
        hint="None: all suppliers."
        isOptional
      />
      <SelectField
        name="ProductTypeId"
        label={labels.ProductTypeId}
        options={choices.productTypes}
        hint="With all types below it."
        isWide
      />
      <Amount name="PriceFrom" hint="Of one piece." unit="inc GST" />
      <Amount name="PriceTo" hint="Of one piece, inclusive." unit="inc GST" />
      <TextField name="FromDay" label={labels.FromDay} type="date" hint={`In ${choices.timeZone}.`} />
      <TextField name="UntilDay" label={labels.UntilDay} type="date" hint="That day included." />
      <TextField
        name="Rate"
        label={labels.Rate}
        suffix="%"
        hint="Of the price inc GST."
        inputMode="decimal"
        autoComplete="off"
      />
      <YesNoField name="OnShipping" label={labels.OnShipping} />
      <Amount name="FixedAmount" hint="Added to the rate." unit="ex GST" />
      <SelectField name="FixedPer" label={labels.FixedPer} options={fixedPers} />
      <Amount name="Minimum" hint="For each line item." unit="ex GST" />
      <Amount name="Maximum" hint="For each line item." unit="ex GST" />
    </CommandForm>
  );
}

function Amount({ name, hint, unit }: { name: keyof typeof labels; hint: string; unit: string }) {
  return (
    <TextField name={name} label={labels[name]} suffix={unit} hint={hint} inputMode="decimal" autoComplete="off" />
  );
}
