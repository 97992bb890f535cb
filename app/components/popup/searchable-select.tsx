import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { integer } from "#app/lib/format.ts";
import type { ListOption } from "#app/lib/list-state.ts";

interface Props {
  /** Id for the label. */
  id: string;
  label: string;
  /** The form's field, which this covers. */
  select: RefObject<HTMLSelectElement>;
  options: readonly ListOption[];
  takesFocus: boolean;
}

const panel =
  "absolute inset-x-0 top-full z-40 mt-1 rounded border border-line bg-surface py-1 text-base font-normal text-ink shadow-raised";

const item = "cursor-default px-3.5 py-1 data-[focus]:bg-accent-soft";

/** More would be slow to draw, and nobody reads them. */
const mostShown = 50;

const found = (count: number) =>
  count === 0 ? "Nothing matches." : count === 1 ? "1 match" : `${integer(count)} matches`;

const matching = (options: readonly ListOption[], query: string) => {
  const part = query.trim().toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(part));
};

/** A select whose options are found by typing any part of their names. */
export default function SearchableSelect({ id, label, select, options, takesFocus }: Props) {
  const [value, setValue] = useState(() => select.current?.value ?? "");
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const matches = matching(options, query);
  const shown = matches.slice(0, mostShown);
  const chosen = options.find((option) => option.value === value) ?? null;
  if (chosen && query === "" && !shown.includes(chosen)) shown.unshift(chosen);
  const choose = (option: ListOption | null) => {
    // Deleting the text chooses nothing.
    if (!option || !select.current) return;
    setValue(option.value);
    select.current.value = option.value;
    select.current.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return (
    <Combobox
      as="div"
      className="absolute inset-0"
      value={chosen}
      by="value"
      onChange={choose}
      onClose={() => setQuery("")}
    >
      {({ open }) => (
        <>
          <ComboboxInput
            ref={input}
            id={id}
            className="input h-full truncate pl-3.5 pr-6 font-normal"
            autoComplete="off"
            // The text itself, despite the type. Without it the field would be empty when it first appears.
            defaultValue={chosen?.label as never}
            displayValue={(option: ListOption | null) => option?.label ?? ""}
            onChange={({ target }) => setQuery(target.value)}
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
          <ComboboxOptions aria-label="Options" modal={false} className={`${panel} max-h-72 overflow-auto`}>
            {shown.map((option) => (
              <ComboboxOption key={option.value} value={option} className={`${item} data-[selected]:font-semibold`}>
                {option.label}
              </ComboboxOption>
            ))}
            {matches.length > shown.length && (
              <ComboboxOption value={null} disabled className={`${item} text-muted`}>
                … and {integer(matches.length - shown.length)} more: type part of a name
              </ComboboxOption>
            )}
          </ComboboxOptions>
          <p role="status" className={matches.length === 0 ? `${panel} px-3.5` : "sr-only"}>
            {open && query !== "" && found(matches.length)}
          </p>
        </>
      )}
    </Combobox>
  );
}
