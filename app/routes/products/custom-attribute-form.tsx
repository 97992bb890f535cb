import { maxCustomOptions } from "@contract/products/commands.ts";
import { customAttributeForm } from "@contract/products/forms.ts";
import { CommandForm } from "~/components/form/command-form";
import { TextField, YesNoField } from "~/components/form/fields";
import { OptionRows, optionLabels } from "~/components/form/option-rows";
import { fieldsOfRows } from "~/lib/form-rows";
import type { CustomAttributeForm as CustomAttribute } from "~/services/product-attributes.server";
import type { ProductHead } from "~/services/products.server";

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
