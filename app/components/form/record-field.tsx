import { type RecordPicker, shownName } from "#app/lib/record-choice.ts";
import { choose } from "./choose.ts";
import { SelectField } from "./fields.tsx";
import { useText } from "./form-state.ts";
import { RecordChoice } from "./record-choice.tsx";

interface Props {
  name: string;
  label: string;
  hint?: string;
  isWide?: boolean;
  /** From `recordPicker`. */
  picker: RecordPicker;
  /** The field may be empty. */
  isOptional?: boolean;
}

/**
 * Chooses a record: a select while there are few, and otherwise a search. Not for forms with files or secrets, which do
 * not come back from the page that searches without scripts.
 */
export function RecordField({ picker, isOptional = false, ...field }: Props) {
  const value = useText(field.name);
  const label = useText(shownName(field.name)) || `No. ${value}`;
  const none = isOptional ? { value: "", label: "None" } : choose;
  const { options } = picker;
  if (!options) return <RecordChoice {...field} kind={picker.kind} none={none} isOptional={isOptional} />;
  // The user may no longer choose the record that is already chosen.
  const isOffered = value === "" || options.some((option) => option.value === value);
  return <SelectField {...field} options={[none, ...options, ...(isOffered ? [] : [{ value, label }])]} />;
}
