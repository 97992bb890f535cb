import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { integer } from "#app/lib/format.ts";
import type { ListOption } from "#app/lib/list-state.ts";

interface Props {
  /** Id for the label. */
  id: string;
  label: string;
  chosen: ListOption | null;
  /** The options that are shown. */
  options: readonly (ListOption & { about?: string })[];
  /** Number of matches that are not shown. */
  others: number;
  /** Says what was found for what was typed, or why nothing is shown. */
  status: string;
  takesFocus: boolean;
  /** Shows the options at once. */
  opens?: boolean;
  className: string;
  inputClass: string;
  isInvalid?: boolean;
  /** Ids of the elements that describe the field. */
  describedBy?: string;
  onQuery(query: string): void;
  onChoose(option: ListOption): void;
}

const panel =
  "fixed z-40 overflow-auto rounded border border-line bg-surface py-1 text-base font-normal text-ink shadow-raised";

/** Pixels of the list at most, and between it, its field and the edge of the window. */
const most = { height: 288, gap: 4 };

/** Puts the list below its field, or above it where there is more room: a dialog would clip one that is inside of it. */
function placeAt(field: HTMLElement, { style }: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const isBelow = below >= Math.min(most.height, top);
  style.left = `${left}px`;
  style.width = `${width}px`;
  style.top = isBelow ? `${bottom + most.gap}px` : "auto";
  style.bottom = isBelow ? "auto" : `${window.innerHeight - top + most.gap}px`;
  style.maxHeight = `${Math.min(most.height, (isBelow ? below : top) - 2 * most.gap)}px`;
}

/** Returns the `ref` of the list, which stays at its field while something scrolls. */
function usePlace(field: RefObject<HTMLElement>) {
  const stop = useRef(() => {});
  return useCallback(
    (list: HTMLElement | null) => {
      stop.current();
      if (!list) return;
      const place = () => field.current && placeAt(field.current, list);
      place();
      const events = ["scroll", "resize"] as const;
      for (const event of events) addEventListener(event, place, true);
      stop.current = () => {
        for (const event of events) removeEventListener(event, place, true);
      };
    },
    [field],
  );
}

const item = "cursor-default px-3.5 py-1 data-[focus]:bg-accent-soft";

export const matchCount = (count: number) =>
  count === 0 ? "Nothing matches." : count === 1 ? "1 match" : `${integer(count)} matches`;

/** A text field that searches options by typing any part of their names. */
export function SearchCombobox(props: Props) {
  const { id, label, chosen, options, others, status, takesFocus, opens, onQuery, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus || opens) input.current?.focus();
    if (opens) button.current?.click();
  }, [takesFocus, opens]);
  useLayoutEffect(() => {
    // As a property it would be replaced by that of Headless UI.
    if (props.describedBy) input.current?.setAttribute("aria-describedby", props.describedBy);
  }, [props.describedBy]);
  return (
    <Combobox
      as="div"
      className={props.className}
      value={chosen}
      by="value"
      // Deleting the text chooses nothing.
      onChange={(option: ListOption | null) => option && onChoose(option)}
      onClose={() => onQuery("")}
    >
      {({ open }) => (
        <>
          <ComboboxInput
            ref={input}
            id={id}
            className={`input truncate pr-6 font-normal ${props.inputClass}`}
            autoComplete="off"
            aria-invalid={props.isInvalid || undefined}
            // The text itself, despite the type. Without it the field would be empty when it first appears.
            defaultValue={chosen?.label as never}
            displayValue={(option: ListOption | null) => option?.label ?? ""}
            onChange={({ target }) => onQuery(target.value)}
            onFocus={({ target }) => target.select()}
            onClick={() => {
              input.current?.select();
              if (!open) button.current?.click();
            }}
          />
          <ComboboxButton
            ref={button}
            aria-label={`${label} options`}
            className="absolute inset-y-0 right-0 px-2 text-ink"
          >
            <span aria-hidden="true">▾</span>
          </ComboboxButton>
          <Options field={input} options={options} others={others} />
          <Status field={input} isAlone={options.length === 0}>
            {open && status}
          </Status>
        </>
      )}
    </Combobox>
  );
}

interface OptionsProps extends Pick<Props, "options" | "others"> {
  field: RefObject<HTMLElement>;
}

function Options({ field, options, others }: OptionsProps) {
  const list = usePlace(field);
  return (
    <ComboboxOptions ref={list} aria-label="Options" modal={false} className={panel}>
      {options.map((option) => (
        <ComboboxOption key={option.value} value={option} className={`${item} data-[selected]:font-semibold`}>
          {option.label}
          {option.about && <span className="block text-xs font-normal text-muted">{option.about}</span>}
        </ComboboxOption>
      ))}
      {others > 0 && (
        <ComboboxOption value={null} disabled className={`${item} text-muted`}>
          … and {integer(others)} more: type part of a name
        </ComboboxOption>
      )}
    </ComboboxOptions>
  );
}

interface StatusProps {
  field: RefObject<HTMLElement>;
  /** There are no options, so it stands in their place. */
  isAlone: boolean;
  children: ReactNode;
}

function Status({ field, isAlone, children }: StatusProps) {
  const place = usePlace(field);
  return (
    <p role="status" ref={isAlone ? place : undefined} className={isAlone ? `${panel} px-3.5 empty:hidden` : "sr-only"}>
      {children}
    </p>
  );
}
