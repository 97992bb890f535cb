import { type ChangeEvent, type FormEvent, useState } from "react";
import { useHydrated } from "#app/components/layout/toast.tsx";
import type { FilterState } from "#app/components/list/filter-field.tsx";
import { firstDay, lastDay } from "#contract/rules/dates.ts";
import { choose } from "./choose.ts";

export interface ExportField {
  kind: "select" | "date";
  name: string;
  label: string;
  /** Message if nothing was chosen, or a day that is not possible. */
  message: string;
}

export interface ExportState extends FilterState {
  /** Names of fields that the server has refused. */
  wrong?: readonly string[];
}

const [fromDate, toDate] = ["fromDate", "toDate"];

/** The content of an exported file. The last day must not be before the first one. */
export function ExportFields({ fields, state }: { fields: readonly ExportField[]; state: ExportState }) {
  const [from, setFrom] = useState(state.filters[fromDate] ?? "");
  // Without scripts it would still be the day that was shown first.
  const isHydrated = useHydrated();
  return (
    <div className="mb-3.5 grid grid-cols-2 gap-3">
      {fields.map((field) => (
        <Field key={field.name} field={field} state={state} from={isHydrated ? from : ""} onDay={setFrom} />
      ))}
    </div>
  );
}

interface FieldProps {
  field: ExportField;
  state: ExportState;
  from: string;
  onDay(day: string): void;
}

/**
 * Without scripts the browser itself reports a missing value.
 * @param from the first day that may be chosen
 */
function Field({ field: { kind, name, label, message }, state, from, onDay }: FieldProps) {
  const [isWrong, setWrong] = useState(state.wrong?.includes(name) ?? false);
  const control = {
    id: name,
    name,
    className: "input font-normal",
    defaultValue: state.filters[name] ?? "",
    required: true,
    "aria-invalid": isWrong || undefined,
    "aria-describedby": `${name}-error`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      setWrong(false);
      if (name === fromDate) onDay(target.value);
    },
    onInvalid: (event: FormEvent<HTMLInputElement | HTMLSelectElement>) => {
      event.preventDefault();
      setWrong(true);
      const { form } = event.currentTarget;
      if (form?.querySelector(":invalid:not(fieldset)") === event.currentTarget) event.currentTarget.focus();
    },
  };
  return (
    <div>
      <label htmlFor={name} className="mb-1 block text-xs font-semibold text-muted">
        {label}
      </label>
      {kind === "date" ? (
        <input type="date" min={name === toDate && from ? from : firstDay} max={lastDay} {...control} />
      ) : (
        <select {...control}>
          {[choose, ...(state.options[name] ?? [])].map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      <p id={`${name}-error`} className="mt-1 text-sm font-semibold text-danger empty:hidden">
        {isWrong && message}
      </p>
    </div>
  );
}
