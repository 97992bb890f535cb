import { useLocation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { ExportForm } from "#app/components/export/export-button.tsx";
import { choose } from "#app/components/form/choose.ts";
import { Link } from "#app/components/layout/link.tsx";
import type { FilterState } from "#app/components/list/filter-field.tsx";
import { paths } from "#app/lib/paths.ts";
import { firstDay, lastDay } from "#contract/rules/dates.ts";

interface ExportField {
  kind: "select" | "date";
  name: string;
  label: string;
  /** Message if nothing was chosen. */
  message: string;
}

export const marketplaceField: ExportField = {
  kind: "select",
  name: "marketplaceId",
  label: "Marketplace",
  message: "Please select a marketplace.",
};

interface Props {
  title: string;
  sub: string;
  /** Address of the file. */
  path: string;
  fileName: string;
  fields: readonly ExportField[];
  state: FilterState;
  /** The file is a table, so it is offered as CSV as well. */
  isTable?: boolean;
}

/** Asks what the file should contain; the fields start with the list's filters. */
export function ExportDialog({ title, sub, path, fileName, fields, state, isTable }: Props) {
  const { search } = useLocation();
  const parent = `${paths.invoices()}${search}`;
  const cancel = (
    <Link to={parent} className="button" preventScrollReset>
      Cancel
    </Link>
  );
  return (
    <Dialog title={title} sub={sub} closeTo={parent}>
      <ExportForm path={path} fileName={fileName} className="button button-primary" beside={cancel} isTable={isTable}>
        <div className="mb-3.5 grid grid-cols-2 gap-3">
          {fields.map((field) => (
            <Field key={field.name} field={field} state={state} />
          ))}
        </div>
      </ExportForm>
    </Dialog>
  );
}

/** Without scripts the browser itself reports a missing value. */
function Field({ field: { kind, name, label, message }, state }: { field: ExportField; state: FilterState }) {
  const [isMissing, setMissing] = useState(false);
  const control = {
    id: name,
    name,
    className: "input font-normal",
    defaultValue: state.filters[name] ?? "",
    required: true,
    "aria-invalid": isMissing || undefined,
    "aria-describedby": `${name}-error`,
    onChange: () => setMissing(false),
    onInvalid: (event: FormEvent<HTMLInputElement | HTMLSelectElement>) => {
      event.preventDefault();
      setMissing(true);
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
        <input type="date" min={firstDay} max={lastDay} {...control} />
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
        {isMissing && message}
      </p>
    </div>
  );
}
