/** A form with up to thousands of checkboxes: which are ticked, buttons that tick many, and the totals. */
import { type ReactNode, type RefObject, useMemo, useState } from "react";
import { useDraft, useFormAnswer } from "#app/components/form/form-state.ts";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { useTicked } from "./use-ticked.ts";

/**
 * @param field of the boxes, which are named `${field}[]`
 * @param proposed ids that are ticked when the form is opened
 */
export function useTickedForm(intent: string, field: string, proposed: readonly string[]) {
  const answer = useFormAnswer(intent);
  const draft = useDraft(intent);
  const typed = answer?.defaultValues ?? draft;
  const start = useMemo(
    () => new Set(typed ? [typed[field] ?? []].flat().map(String) : proposed),
    [typed, field, proposed],
  );
  const { group, ticked, tick, read } = useTicked(`${field}[]`, start, answer);
  const [isTouched, setTouched] = useState(false);
  const onChange = () => {
    read();
    setTouched(true);
  };
  return {
    errors: answer?.errors ?? {},
    typed,
    start,
    group,
    ticked,
    tick,
    isTouched,
    touch: () => setTouched(true),
    onChange,
  };
}

interface Props {
  field: string;
  legend: string;
  /** Buttons that let the server choose which boxes are ticked. */
  choices: readonly { what: string; label: string }[];
  message: string | undefined;
  group: RefObject<HTMLFieldSetElement>;
  onChange(): void;
  /** The totals of the ticked boxes as text. */
  totals: string;
  children: ReactNode;
}

export function TickedBoxes({ field, legend, choices, message, group, onChange, totals, children }: Props) {
  const isHydrated = useHydrated();
  return (
    <fieldset
      ref={group}
      id={field}
      tabIndex={-1}
      className="col-span-2 min-w-0 outline-none small:col-span-1"
      aria-describedby={`${field}-error`}
      onChange={onChange}
    >
      <legend className="mb-1 font-semibold">{legend}</legend>
      <p id={`${field}-error`} className="text-sm font-semibold text-danger empty:hidden">
        {message}
      </p>
      <div className="my-1 flex flex-wrap gap-2">
        {choices.map(({ what, label }) => (
          <button key={what} type="submit" name="refresh" value={what} className="button">
            {label}
          </button>
        ))}
        {!isHydrated && (
          <button type="submit" name="refresh" value="totals" className="button">
            Update totals
          </button>
        )}
      </div>
      {children}
      <p className="sticky bottom-0 border-t border-line bg-surface py-2 font-semibold" role="status">
        {totals}
      </p>
    </fieldset>
  );
}
