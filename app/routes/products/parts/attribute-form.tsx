import { CommandForm } from "#app/components/form/command-form.tsx";
import { ChoicesField, SelectField, TextAreaField, YesNoField } from "#app/components/form/fields.tsx";
import { useTyped } from "#app/components/form/typed.ts";
import { useHydrated } from "#app/components/layout/toast.tsx";
import type { TypeAttributeForm } from "#app/services/products/attributes.server.ts";
import type { ProductHead } from "#app/services/products/products.server.ts";
import { AttributeSelectionType } from "#contract/enumerations.ts";
import { productAttributeForm } from "#contract/products/forms.ts";

const { boolean, singleSelect, multiSelect } = AttributeSelectionType;

const labels = {
  UseForVariations: "Used for variations",
  OptionId: "Value",
  SelectedOptionIds: "Values",
  Value: "Value",
};

/** The value is optional. */
const none = { value: "", label: "(None)" };

const yesNoOrNothing = [none, { value: "true", label: "Yes" }, { value: "false", label: "No" }];

interface Props {
  head: ProductHead;
  /** Snapshot for edits. */
  shown?: string;
  form: TypeAttributeForm;
  cancelTo: string;
}

/** The product's values of an attribute of its type. */
export default function AttributeForm({ head, shown, form, cancelTo }: Props) {
  const [OptionId = ""] = form.chosen;
  return (
    <CommandForm
      intent="attribute"
      commandId={head.commandId}
      shown={shown}
      schema={productAttributeForm}
      values={{
        UseForVariations: String(form.useForVariations),
        OptionId,
        SelectedOptionIds: form.chosen,
        Value: form.value,
      }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      {form.canVary && (
        <YesNoField
          name="UseForVariations"
          label={labels.UseForVariations}
          isWide
          hint="If Yes, each variation has one of the values."
        />
      )}
      <Values form={form} />
    </CommandForm>
  );
}

/** One or several values, by selection type; several if variants differ by the attribute. */
function Values({ form }: Pick<Props, "form">) {
  const isHydrated = useHydrated();
  const isVaried = useTyped("UseForVariations") === "true";
  const { selectionType, options, canVary } = form;
  if (selectionType === boolean) return <SelectField name="Value" label={labels.Value} options={yesNoOrNothing} />;
  if (selectionType !== singleSelect && selectionType !== multiSelect)
    return <TextAreaField name="Value" label={labels.Value} isWide />;
  if (options.length === 0)
    return <p className="col-span-2 text-muted small:col-span-1">This attribute has no options yet.</p>;
  const boxes = <ChoicesField name="SelectedOptionIds" label={labels.SelectedOptionIds} options={options} />;
  const one = <SelectField name="OptionId" label={labels.OptionId} options={[none, ...options]} />;
  if (selectionType === multiSelect || (isHydrated && isVaried)) return boxes;
  if (isHydrated || !canVary) return one;
  return (
    <>
      <h4 className="col-span-2 font-semibold small:col-span-1">Not used for variations</h4>
      {one}
      <h4 className="col-span-2 font-semibold small:col-span-1">Used for variations</h4>
      {boxes}
    </>
  );
}
