import { type InputHTMLAttributes, memo, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { useChoices, useField, useFieldId } from "./form-state.ts";

interface FrameProps {
  name: string;
  label: string;
  hint?: string;
  isWide?: boolean;
  message?: string;
  children: ReactNode;
}

/**
 * Lays out a field: label and hint above it, the error message below. In a form, these two parts share the rows of the
 * grid with the field beside it, so that labels and inputs are in line if only one of them has a hint.
 */
export function FieldFrame({ name, label, hint, isWide, message, children }: FrameProps) {
  const id = useFieldId(name);
  return (
    <div className={`field grid gap-1 ${isWide ? "col-span-2 small:col-span-1" : ""}`}>
      <div className="grid content-start gap-1">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-xs text-muted empty:hidden">
          {hint}
        </p>
      </div>
      <div className="grid content-start gap-1">
        {children}
        <p id={`${id}-error`} className="text-sm font-semibold text-danger empty:hidden">
          {message}
        </p>
      </div>
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  isWide?: boolean;
}

type InputProps = FieldProps & {
  /** The unit, shown inside the field: `%`, `inc GST`. */
  suffix?: string;
} & Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode" | "autoComplete" | "disabled">;

export function TextField({ name, label, hint, isWide, suffix, ...attributes }: InputProps) {
  const { input, message } = useField(name);
  return (
    <FieldFrame {...{ name, label, hint, isWide, message }}>
      {suffix ? (
        <div className="flex">
          <input
            className="input rounded-r-none text-right"
            {...attributes}
            {...input}
            aria-describedby={`${name}-unit ${input["aria-describedby"]}`}
          />
          <span
            id={`${name}-unit`}
            className="flex items-center whitespace-nowrap rounded-r border border-l-0 border-field bg-sunken px-2.5 text-muted"
          >
            {suffix}
          </span>
        </div>
      ) : (
        <input className="input" {...attributes} {...input} />
      )}
    </FieldFrame>
  );
}

interface CellProps {
  name: string;
  /** Accessible name, made from the column heading and the row. */
  label: string;
  /** Initial value of a row that was just added. */
  start?: string;
}

/** A text field in a table row. */
export function TextCell({ name, label, start }: CellProps) {
  const { input, message } = useField(name);
  return (
    <>
      <input
        className="input"
        aria-label={label}
        autoComplete="off"
        {...input}
        defaultValue={start ?? input.defaultValue}
        aria-describedby={`${name}-error`}
      />
      <p id={`${name}-error`} className="text-sm font-semibold text-danger empty:hidden">
        {message}
      </p>
    </>
  );
}

export function TextAreaField({ name, label, hint, isWide, rows = 4 }: FieldProps & { rows?: number }) {
  const { input, message } = useField(name);
  return (
    <FieldFrame {...{ name, label, hint, isWide, message }}>
      <textarea className="input" rows={rows} {...input} />
    </FieldFrame>
  );
}

export interface SelectOption {
  value: string;
  label: string;
}

export function SelectField({
  name,
  label,
  hint,
  isWide,
  options,
  autoFocus,
  onPick,
  after,
}: FieldProps & {
  options: SelectOption[];
  autoFocus?: boolean;
  onPick?: (value: string) => void;
  /** Shown after the select, such as a button that applies it without scripts. */
  after?: ReactNode;
}) {
  const { input, message } = useField(name);
  return (
    <FieldFrame {...{ name, label, hint, isWide, message }}>
      <select
        className="input"
        // biome-ignore lint/a11y/noAutofocus: only where this form has followed the one before it
        autoFocus={autoFocus}
        {...input}
        onChange={(event) => {
          void input.onChange(event);
          onPick?.(event.target.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {after}
    </FieldFrame>
  );
}

const yesOrNoOptions = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

export function YesNoField(props: Omit<Parameters<typeof SelectField>[0], "options">) {
  return <SelectField {...props} options={yesOrNoOptions} />;
}

/** Longer lists scroll in their own frame and can be searched. */
const manyChoices = 12;

/** A group of checkboxes. Ticked boxes stay visible whatever the search term is. */
export function ChoicesField({ name, label, hint, options }: FieldProps & { options: readonly SelectOption[] }) {
  const { ref, isTicked, setTicked, message } = useChoices(name);
  const boxes = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const isMany = options.length > manyChoices;
  useTicksBefore(boxes, isTicked, setTicked);
  return (
    <fieldset
      ref={ref}
      id={name}
      tabIndex={-1}
      className="col-span-2 min-w-0 outline-none small:col-span-1"
      aria-describedby={`${name}-hint ${name}-error`}
    >
      <legend className="mb-1 font-semibold">{label}</legend>
      <p id={`${name}-hint`} className="text-xs text-muted empty:hidden">
        {hint}
      </p>
      {isMany && isHydrated && (
        <input
          type="search"
          className="input my-1 max-w-80"
          aria-label={`Find in ${label}`}
          placeholder="Find"
          onChange={(event) => showFound(boxes.current, event.target.value)}
          onKeyDown={(event) => {
            // Enter would submit the form.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      )}
      <div
        ref={boxes}
        className={`flex flex-wrap gap-x-5 gap-y-1 ${isMany ? "max-h-64 overflow-auto rounded border border-field px-2.5 py-1" : ""}`}
        onChange={(event) => setTicked(tickedIn(event.currentTarget))}
      >
        <Boxes name={name} options={options} isTicked={isTicked} isInvalid={message !== undefined} />
      </div>
      <p id={`${name}-error`} className="text-sm font-semibold text-danger empty:hidden">
        {message}
      </p>
    </fieldset>
  );
}

interface BoxesProps {
  name: string;
  options: readonly SelectOption[];
  isTicked(value: string): boolean;
  isInvalid: boolean;
}

/** Rendered once and uncontrolled afterwards: there may be thousands of boxes. */
const Boxes = memo(
  function Boxes({ name, options, isTicked, isInvalid }: BoxesProps) {
    return options.map((option) => (
      <label key={option.value} className="flex min-h-8 items-center gap-1.5 [overflow-wrap:anywhere] coarse:min-h-11">
        <input
          type="checkbox"
          name={`${name}[]`}
          value={option.value}
          defaultChecked={isTicked(option.value)}
          aria-invalid={isInvalid || undefined}
        />
        {option.label}
      </label>
    ));
  },
  (before, now) => before.options === now.options && before.isInvalid === now.isInvalid,
);

/** Tells the form which boxes were ticked before hydration, or were restored by the browser. */
function useTicksBefore(
  group: RefObject<HTMLElement>,
  isTicked: (value: string) => boolean,
  setTicked: (values: string[]) => void,
) {
  const form = useRef({ isTicked, setTicked });
  useEffect(() => {
    if (!group.current) return;
    const isKnown = boxesIn(group.current).every((box) => box.checked === form.current.isTicked(box.value));
    if (!isKnown) form.current.setTicked(tickedIn(group.current));
  }, [group]);
}

const boxesIn = (element: Element) => [...element.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];

function tickedIn(group: Element): string[] {
  return boxesIn(group)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
}

function showFound(group: Element | null, sought: string): void {
  if (!group) return;
  const words = sought.toLowerCase().split(/\s+/);
  for (const box of boxesIn(group)) {
    const label = box.parentElement;
    if (label)
      label.style.display =
        box.checked || words.every((word) => label.textContent?.toLowerCase().includes(word)) ? "" : "none";
  }
}
