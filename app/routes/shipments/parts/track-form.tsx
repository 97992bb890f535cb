/** Courier and tracking number of several shipments, with a row for each of them. */
import { type KeyboardEvent, type SelectHTMLAttributes, useEffect, useState } from "react";
import { choose } from "#app/components/form/choose.ts";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import type { SelectOption } from "#app/components/form/fields.tsx";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { useDraft, useFormAnswer, useIsPending } from "#app/components/form/form-state.ts";
import { UndoSaved } from "#app/components/form/undo-saved.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { FormAnswer, FormValues } from "#app/lib/form-answer.ts";
import { paths } from "#app/lib/paths.ts";
import type { loadDispatch } from "#app/services/shipments/dispatch.server.ts";
import type { TrackedRow } from "#app/services/shipments/tracked-row.server.ts";

type Page = Awaited<ReturnType<typeof loadDispatch>>;
type Errors = NonNullable<FormAnswer["errors"]>;

const intent = "track";
const labels = { CourierId: "Courier", TrackingNumber: "Tracking number" };
const labelsByName: Readonly<Record<string, string>> = labels;

/** The rows of the form: after a submission that was refused, those that were not saved. */
export function useTrackedRows({ toTrack }: Page): readonly TrackedRow[] {
  return (useFormAnswer(intent)?.rows as TrackedRow[] | undefined) ?? toTrack;
}

interface Props {
  page: Page;
  rows: readonly TrackedRow[];
  /** Shipments that have courier and number already, and are marked with the others. */
  ready: readonly { id: number; name: string }[];
}

export function TrackForm({ page, rows, ready }: Props) {
  const answer = useFormAnswer(intent);
  const draft = useDraft(intent);
  const isPending = useIsPending(intent);
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    if (isPending) setTyped(false);
  }, [isPending]);
  const values = answer?.defaultValues ?? draft;
  const couriers = [choose, ...page.couriers];
  const labelOf = (name: string) => {
    const [key, field = ""] = name.split(".");
    const row = [...rows, ...ready, ...page.others].find(({ id }) => `S${id}` === key);
    return row && [row.name, labelsByName[field]].filter(Boolean).join(", ");
  };
  return (
    <FormFrame
      intent={intent}
      commandId={page.commandId}
      submit="Save and Mark as Dispatched"
      busy="Saving..."
      labels={labelOf}
      isDirty={isTyped}
    >
      <EnterSaves />
      <UndoSaved to={answer?.undoPath} />
      <p className="col-span-2 text-muted small:col-span-1">
        Shipments with a tracking number are saved and marked as dispatched. Those without one stay as they are. One
        with a mistake shows the reason; all others are saved.
      </p>
      <CourierForAll couriers={couriers} chosen={String(values?.CourierForAll ?? "")} />
      <input type="hidden" name="Ready" value={ready.map(({ id }) => id).join()} />
      <input type="hidden" name="IsMore" value={String(page.isMore)} />
      <fieldset
        aria-label="Courier and tracking number"
        className="col-span-2 min-w-0 small:col-span-1"
        onInput={() => setTyped(true)}
        onKeyDown={toNextNumber}
      >
        <table className="w-full border-collapse small:block">
          <TableHead />
          <tbody className="small:block">
            {rows.map((row) => (
              <Row
                key={`${row.key} ${String(values?.[`${row.key}.Offered`] ?? "")}`}
                row={row}
                couriers={couriers}
                values={values}
                errors={answer?.errors ?? {}}
              />
            ))}
          </tbody>
        </table>
      </fieldset>
    </FormFrame>
  );
}

const TableHead = () => (
  <thead className="bg-sunken text-left text-xs text-muted small:hidden">
    <tr>
      {["Shipment", labels.CourierId, labels.TrackingNumber].map((heading) => (
        <th key={heading} scope="col" className="px-2 py-[7px] font-semibold">
          {heading}
        </th>
      ))}
    </tr>
  </thead>
);

/** A scanner ends each number with Enter, which then leads to the next one, and after the last one to the button. */
function toNextNumber(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const { target, key, nativeEvent } = event;
  if (key !== "Enter" || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const numbers = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=text]")];
  const next =
    numbers[numbers.indexOf(target) + 1] ??
    target.form?.querySelector<HTMLElement>("button.button-primary[type=submit]");
  next?.focus();
}

function CourierForAll({ couriers, chosen }: { couriers: readonly SelectOption[]; chosen: string }) {
  return (
    <div className="col-span-2 flex flex-wrap items-end gap-2 small:col-span-1">
      <div className="grid gap-1">
        <label htmlFor="CourierForAll" className="font-semibold">
          Courier for all
        </label>
        <CourierSelect id="CourierForAll" name="CourierForAll" couriers={couriers} defaultValue={chosen} />
      </div>
      <button type="submit" name="refresh" value="courier" className="button">
        Use for All
      </button>
    </div>
  );
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  couriers: readonly SelectOption[];
}

function CourierSelect({ couriers, ...select }: SelectProps) {
  return (
    <select className="input" {...select}>
      {couriers.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface RowProps {
  row: TrackedRow;
  couriers: readonly SelectOption[];
  /** The input of a refused form. */
  values: FormValues | undefined;
  errors: Errors;
}

const cell = "px-2 py-1.5 small:px-0 small:py-1";
const labelled = "small:before:text-xs small:before:text-muted small:before:content-[attr(data-label)]";

function Row({ row, couriers, values, errors }: RowProps) {
  const { key, id, name, customer, supplierName } = row;
  // The row at the first rendering: data that is loaded again meanwhile does not change the fields.
  const [first] = useState(row);
  const textOf = (field: string, start: string) => String(values?.[`${key}.${field}`] ?? start);
  const propsOf = (field: keyof typeof labels, start: string) => ({
    id: `${key}.${field}`,
    name: `${key}.${field}`,
    defaultValue: textOf(field, start),
    "aria-label": `${labels[field]} of ${name}`,
    "aria-invalid": errors[`${key}.${field}`] ? true : undefined,
    "aria-describedby": `${key}.${field}-error`,
  });
  return (
    <tr id={`${key}.Row`} className="border-t border-line align-top small:grid small:grid-cols-1 small:py-2">
      <td className={`${cell} [overflow-wrap:anywhere]`}>
        <Link to={paths.shipment(id)} className="link">
          {name}
        </Link>
        <span className="block text-xs text-muted">{[customer, supplierName].filter(Boolean).join(" · ")}</span>
        <span className="block text-sm font-semibold text-danger empty:hidden">{errors[`${key}.Row`]?.message}</span>
        <input type="hidden" name={`${key}.Shown`} value={textOf("Shown", first.shown)} />
        <input type="hidden" name={`${key}.Offered`} value={textOf("Offered", first.courierId)} />
      </td>
      <td className={`${cell} ${labelled} min-w-40`} data-label={labels.CourierId}>
        <CourierSelect couriers={couriers} {...propsOf("CourierId", first.courierId)} />
        <FieldError name={`${key}.CourierId`} errors={errors} />
      </td>
      <td className={`${cell} ${labelled} min-w-48`} data-label={labels.TrackingNumber}>
        <input type="text" className="input" autoComplete="off" {...propsOf("TrackingNumber", first.trackingNumber)} />
        <FieldError name={`${key}.TrackingNumber`} errors={errors} />
      </td>
    </tr>
  );
}

function FieldError({ name, errors }: { name: string; errors: Errors }) {
  return (
    <p id={`${name}-error`} className="text-sm font-semibold text-danger empty:hidden">
      {errors[name]?.message}
    </p>
  );
}
