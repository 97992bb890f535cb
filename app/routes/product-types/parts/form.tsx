import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, type SelectOption, TextField } from "#app/components/form/fields.tsx";
import { addProductType, type ProductType } from "#contract/product-types/schema.ts";

interface Props {
  intent: string;
  /** Label of the submit button. */
  submit: string;
  commandId: string;
  /** Snapshot for edits. */
  shown?: string;
  /** The type to edit; undefined for a new one. */
  type?: Pick<ProductType, "name" | "parentId" | "taxClass">;
  parents: SelectOption[];
  /** Undefined where the API has none. */
  taxClasses?: SelectOption[];
  cancelTo: string;
}

const labels = { Name: "Name", ParentProductTypeId: "Parent product type", TaxClass: "Tax class" };

export function ProductTypeForm({ intent, submit, commandId, shown, type, parents, taxClasses, cancelTo }: Props) {
  const values = {
    Name: type?.name ?? "",
    ParentProductTypeId: String(type?.parentId ?? ""),
    TaxClass: type?.taxClass ?? "",
  };
  return (
    <CommandForm
      intent={intent}
      commandId={commandId}
      shown={shown}
      schema={addProductType}
      values={values}
      submit={submit}
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
      <SelectField name="ParentProductTypeId" label={labels.ParentProductTypeId} options={parents} isWide />
      {taxClasses && (
        <SelectField
          name="TaxClass"
          label={labels.TaxClass}
          options={taxClasses}
          isWide
          hint="Of its products and of the types below it, unless they have their own. What customers pay stays the same if it changes."
        />
      )}
    </CommandForm>
  );
}
