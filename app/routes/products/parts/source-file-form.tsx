import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextAreaField, TextField } from "#app/components/form/fields.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import type { SourceFilePage } from "#app/services/products/source-file.server.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import { sourceFileForm } from "#contract/products/source-form.ts";
import { AssignColumns, columnsLabel } from "./assign-columns.tsx";

const labels = {
  SupplierId: "Supplier",
  ProductTypeId: "Type of new products",
  PricesIncludeGst: "Prices in the file",
  MakesUnknown: "Rows without a product here",
  Shipping: "Shipping of new products",
  DomesticFlatRate: "Flat rate per item",
  ShippingNotes: "Shipping notes",
};

const labelsByName: Record<string, string | undefined> = labels;

const prices = [
  { value: "true", label: "Include GST" },
  { value: "false", label: "Exclude GST" },
];
const unknownRows = [
  { value: "false", label: "Refuse them" },
  { value: "true", label: "Create new products" },
];

interface Props {
  page: SourceFilePage;
  intent: string;
  submit: string;
  busy: string;
  cancelTo: string;
  /** The snapshot of the form, if it changes a stored assignment. */
  shown?: string;
  /** The supplier of all rows is known, and is not asked for. */
  hasSupplier?: boolean;
}

/** Assigns the columns of a file, and chooses how its rows are imported. */
export function SourceFileForm({ page, intent, submit, busy, cancelTo, shown, hasSupplier = false }: Props) {
  const { file, fields, shipping, suppliers, productTypes, commandId } = page;
  const namesSupplier = file.columns.some(({ field }) => field === "Supplier");
  const only = suppliers.options?.length === 1 && !namesSupplier ? suppliers.options[0]?.value : undefined;
  const labelOf = (name: string) => columnsLabel(name, file.columns) ?? labelsByName[name];
  return (
    <CommandForm
      intent={intent}
      commandId={commandId}
      schema={sourceFileForm}
      values={{
        SupplierId: file.supplierId ? String(file.supplierId) : (only ?? ""),
        ...valuesOf(file),
      }}
      shown={shown}
      submit={submit}
      busy={busy}
      cancelTo={cancelTo}
      labels={labelOf}
      leaves
    >
      {!hasSupplier && (
        <RecordField
          name="SupplierId"
          label={labels.SupplierId}
          hint="Whose products these are. None if a column says so."
          picker={suppliers}
          isOptional
        />
      )}
      <SelectField
        name="MakesUnknown"
        label={labels.MakesUnknown}
        hint="Products are found by their SKU, or else by their GTIN."
        options={unknownRows}
      />
      <SelectField
        name="ProductTypeId"
        label={labels.ProductTypeId}
        hint="Not needed if a column has it."
        options={[{ ...choose, label: "None" }, ...productTypes]}
      />
      <SelectField name="PricesIncludeGst" label={labels.PricesIncludeGst} options={prices} />
      <ShippingFields options={shipping} />
      {file.format === null && <AssignColumns columns={file.columns} fields={fields} />}
    </CommandForm>
  );
}

function valuesOf(file: SourceFilePage["file"]) {
  return {
    ProductTypeId: file.productTypeId ? String(file.productTypeId) : "",
    PricesIncludeGst: String(file.pricesIncludeGst),
    MakesUnknown: String(file.makesUnknown),
    Shipping: shippingOf(file),
    DomesticFlatRate: file.domesticFlatRate?.toFixed(2) ?? "",
    ShippingNotes: file.shippingNotes,
    ...Object.fromEntries(file.columns.map(({ field }, i) => [`Columns.${i}.Field`, field ?? ""])),
  };
}

function ShippingFields({ options }: { options: SourceFilePage["shipping"] }) {
  return (
    <>
      <SelectField
        name="Shipping"
        label={labels.Shipping}
        hint="For rows that say nothing about it."
        options={options}
      />
      <TextField
        name="DomesticFlatRate"
        label={labels.DomesticFlatRate}
        hint="Only if they are shipped for a flat rate."
        suffix="$ inc GST"
        inputMode="decimal"
        autoComplete="off"
      />
      <TextAreaField
        name="ShippingNotes"
        label={labels.ShippingNotes}
        hint="How long shipping takes once an order is received. Needed if the shipping of new products is chosen."
        rows={2}
        isWide
      />
    </>
  );
}

function shippingOf({
  shippingMethod,
  shippingRuleId,
}: {
  shippingMethod: number | null;
  shippingRuleId: number | null;
}) {
  if (shippingMethod === ShippingMethod.rule) return String(shippingRuleId ?? "");
  return shippingMethod === ShippingMethod.flatRate ? "flat" : "";
}
