import { Form, Link, useLocation, useNavigate } from "@remix-run/react";
import { useState } from "react";
import type { ListData } from "~/lib/list-state";
import type { Filter } from "./list";

interface Props {
  filters: Filter[];
  state: Pick<ListData<never>, "filters" | "defaults" | "options">;
}

interface Shown {
  search: string;
  /** The address that this bar has asked for, and that has not come yet. */
  asked?: string;
  /** Counts the addresses that others asked for. */
  form: number;
}

/**
 * The form is made anew for an address that something else asked for: a link, or the browser going back. For one that
 * it asked for itself it stays as it is, or what was typed while the rows were on their way would be lost.
 */
function useShown(search: string) {
  const [shown, setShown] = useState<Shown>({ search, form: 0 });
  if (shown.search !== search) setShown({ search, form: shown.form + (shown.asked === search ? 0 : 1) });
  return { form: shown.form, ask: (asked: string) => setShown((now) => ({ ...now, asked: asked === now.search ? undefined : asked })) };
}

/** A GET form. With scripts, selects and checkboxes apply at once; texts on Enter or Search. */
export function FilterBar({ filters, state }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const listPath = pathname.replace(/\/(new|change)$/, "");
  const current = new URLSearchParams(search);
  const shown = useShown(search);
  /** The same address that the plain form makes, without the fields that say nothing: an empty one does where it has a default. */
  const isSaid = (name: string, value: FormDataEntryValue) => typeof value === "string" && (value.trim() !== "" || name in state.defaults);
  const apply = (form: HTMLFormElement) => {
    const said = [...new FormData(form)].filter((entry): entry is [string, string] => isSaid(...entry));
    // The first of a name counts: a box that is ticked stands before its hidden "false".
    const wanted = new URLSearchParams([...new Map(said.reverse())].reverse()).toString();
    const asked = wanted && `?${wanted}`;
    shown.ask(asked);
    navigate({ pathname: listPath, search: asked });
  };
  return (
    <Form
      key={shown.form}
      method="get"
      action={listPath}
      // The address says what the fields hold: a browser that goes back must not put in what was typed later.
      autoComplete="off"
      role="search"
      aria-label="Filters"
      className="card mb-3 flex flex-wrap items-end gap-x-3.5 gap-y-3 px-3.5 py-3 narrow:grid narrow:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
      onChange={(event) => {
        const field = event.target as HTMLElement;
        if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === "checkbox")) apply(event.currentTarget);
      }}
    >
      {["sort", "direction"].map((name) => current.has(name) && <input key={name} type="hidden" name={name} value={current.get(name) ?? ""} />)}
      {filters
        .filter(({ needs }) => needs === undefined || state.filters[needs])
        .map((filter) => (
          <FilterField key={filter.name} filter={filter} state={state} />
        ))}
      <div className="flex items-center gap-3">
        <button type="submit" className="button">
          Search
        </button>
        <Link to={listPath} className="link">
          Clear
        </Link>
      </div>
    </Form>
  );
}

function FilterField({ filter, state }: { filter: Filter; state: Props["state"] }) {
  const value = state.filters[filter.name] ?? "";
  const options = state.options[filter.name] ?? [];
  if (filter.kind === "checkbox") {
    return (
      <label className="flex min-h-8 items-center gap-1.5">
        <input type="checkbox" name={filter.name} value="true" defaultChecked={value === "true"} />
        {/* Off must survive in the address where on is the default. */}
        {state.defaults[filter.name] === "true" && <input type="hidden" name={filter.name} value="false" />}
        {filter.label}
      </label>
    );
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is one of the two below
    <label className="grid gap-1 text-xs font-semibold text-muted">
      {filter.label}
      {filter.kind === "text" ? (
        <input className="input min-w-40 font-normal narrow:min-w-0" name={filter.name} defaultValue={value} placeholder={filter.placeholder} />
      ) : (
        <select className="input min-w-40 font-normal narrow:min-w-0" name={filter.name} defaultValue={value}>
          <option value="">{filter.any}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}
