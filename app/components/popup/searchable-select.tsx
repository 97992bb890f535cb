import { type RefObject, useState } from "react";
import type { ListOption } from "#app/lib/list-state.ts";
import { matchCount, SearchCombobox } from "./combobox.tsx";

interface Props {
  /** Id for the label. */
  id: string;
  label: string;
  /** The form's field, which this covers. */
  select: RefObject<HTMLSelectElement>;
  options: readonly ListOption[];
  takesFocus: boolean;
}

/** More would be slow to draw, and nobody reads them. */
const mostShown = 50;

const matching = (options: readonly ListOption[], query: string) => {
  const part = query.trim().toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(part));
};

/** A select whose options are found by typing any part of their names. */
export default function SearchableSelect({ id, label, select, options, takesFocus }: Props) {
  const [value, setValue] = useState(() => select.current?.value ?? "");
  const [query, setQuery] = useState("");
  const matches = matching(options, query);
  const shown = matches.slice(0, mostShown);
  const chosen = options.find((option) => option.value === value) ?? null;
  if (chosen && query === "" && !shown.includes(chosen)) shown.unshift(chosen);
  const choose = (option: ListOption) => {
    if (!select.current) return;
    setValue(option.value);
    select.current.value = option.value;
    select.current.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return (
    <SearchCombobox
      {...{ id, label, chosen, takesFocus }}
      options={shown}
      others={matches.length - shown.length}
      status={query === "" ? "" : matchCount(matches.length)}
      className="absolute inset-0"
      inputClass="h-full pl-3.5"
      onQuery={setQuery}
      onChoose={choose}
    />
  );
}
