import { SelectField, type SelectOption } from "#app/components/form/fields.tsx";
import { productFields } from "#contract/products/fields.ts";

export const taxClassFieldLabel = productFields.taxClass.label;

export function TaxClassField({ options }: { options: SelectOption[] }) {
  return (
    <SelectField
      name="TaxClass"
      label={taxClassFieldLabel}
      options={options}
      isWide
      hint="Prices are what customers pay, with GST where the class has it: they stay as they are if the class changes."
    />
  );
}
