import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField, YesNoField } from "#app/components/form/fields.tsx";
import { OptionRows, optionLabels } from "#app/components/form/option-rows.tsx";
import { fieldsOfRows } from "#app/lib/form-rows.ts";
import type { CustomAttributeForm as CustomAttribute } from "#app/services/products/attributes.server.ts";
import type { ProductHead } from "#app/services/products/products.server.ts";
import { maxCustomOptions } from "#contract/products/commands.ts";
import { customAttributeForm } from "#contract/products/forms.ts";

const labels: Record<string, string> = {
  AttributeName: "Display name",
  UseForVariations: "Used for variations",
  Options: "Options",
};
const list = "Options";
const fields = { Code: "Code", Value: "Name" };
const optionLabel = optionLabels(list, fields);

interface Props {
  head: ProductHead;
  /** Snapshot for edits. */
  shown?: string;
  form: CustomAttribute;
  cancelTo: string;
}

/** The form of an attribute that only this product has, with all its options. */
export default function CustomAttributeForm({ head, shown, form, cancelTo }: Props) {
  return (
    <CommandForm
      intent="customAttribute"
      commandId={head.commandId}
      shown={shown}
      schema={customAttributeForm}
      values={{
        AttributeName: form.name,
        UseForVariations: String(form.useForVariations),
        ...fieldsOfRows(list, form.options),
      }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={(name) => optionLabel(name) ?? labels[name]}
    >
      <TextField name="AttributeName" label={labels.AttributeName ?? ""} autoComplete="off" />
      {form.canVary && (
        <YesNoField
          name="UseForVariations"
          label={labels.UseForVariations ?? ""}
          hint="If Yes, each variation has one of the options."
        />
      )}
      <OptionRows
        list={list}
        fields={fields}
        max={maxCustomOptions}
        empty="There are no options. An attribute needs at least one."
      />
    </CommandForm>
  );
}
