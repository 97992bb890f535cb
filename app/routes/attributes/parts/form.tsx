import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, type SelectOption, TextField } from "#app/components/form/fields.tsx";
import { type Attribute, addAttribute, updateAttributeDetails } from "#contract/attributes/schema.ts";

interface Props {
  intent: string;
  /** Label of the submit button. */
  submit: string;
  commandId: string;
  /** Snapshot for edits. */
  shown?: string;
  /** The attribute to edit; undefined for a new one. */
  attribute?: Attribute;
  selectionTypes: SelectOption[];
  /** Only for a new attribute: the data type cannot be changed afterwards. */
  dataTypes?: SelectOption[];
  cancelTo: string;
}

const labels = {
  InternalName: "Internal name",
  DisplayName: "Display name",
  SelectionType: "Selection type",
  OptionDataType: "Option data type",
};

const changed = updateAttributeDetails.omit({ AttributeId: true });

export function AttributeForm({
  intent,
  submit,
  commandId,
  shown,
  attribute,
  selectionTypes,
  dataTypes,
  cancelTo,
}: Props) {
  const values = {
    InternalName: attribute?.name ?? "",
    DisplayName: attribute?.displayName ?? "",
    SelectionType: String(attribute?.selectionType ?? 1),
    ...(dataTypes && { OptionDataType: "0" }),
  };
  return (
    <CommandForm
      intent={intent}
      commandId={commandId}
      shown={shown}
      schema={dataTypes ? addAttribute : changed}
      values={values}
      submit={submit}
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <TextField
        name="InternalName"
        label={labels.InternalName}
        hint="Distinguishes it from attributes with the same display name."
        autoComplete="off"
      />
      <TextField name="DisplayName" label={labels.DisplayName} hint="What customers see." autoComplete="off" />
      <SelectField name="SelectionType" label={labels.SelectionType} options={selectionTypes} />
      {dataTypes && <SelectField name="OptionDataType" label={labels.OptionDataType} options={dataTypes} />}
    </CommandForm>
  );
}
