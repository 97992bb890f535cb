import { Form, useLocation, useNavigate } from "@remix-run/react";
import { memo, useState } from "react";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { fromTheTop, type ListViews, openView } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { FilterField, type FilterState } from "./filter-field.tsx";
import type { Filter, Shortcuts } from "./list.ts";
import { useListPath } from "./list-path.ts";

interface Props {
  filters: Filter[];
  shortcuts?: Shortcuts;
  state: FilterState & { views?: ListViews };
}

interface Shown {
  search: string;
  /** The query string that this form navigated to, until that page is shown. */
  navigatedTo?: string;
  /** Incremented on navigation from elsewhere; remounts the form. */
  form: number;
}

/**
 * Remounts the form when something else changes the query string: a link, or the browser's Back button. After its own
 * navigation the form stays mounted, so that text typed in the meantime is not lost.
 */
function useShown(search: string) {
  const [shown, setShown] = useState<Shown>({ search, form: 0 });
  if (shown.search !== search) setShown({ search, form: shown.form + (shown.navigatedTo === search ? 0 : 1) });
  return {
    form: shown.form,
    expect: (next: string) => setShown((now) => ({ ...now, navigatedTo: next === now.search ? undefined : next })),
  };
}

/**
 * The filter form (GET). With scripts, selects and checkboxes apply immediately; text filters apply on Enter or Search.
 */
export const FilterBar = memo(function FilterBar({ filters, shortcuts, state }: Props) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const listPath = useListPath();
  const current = new URLSearchParams(search);
  const shown = useShown(search);
  /** Builds the same query string as the plain form, without empty values, except where a filter has a default. */
  const hasValue = (name: string, value: FormDataEntryValue) =>
    typeof value === "string" && (value.trim() !== "" || name in state.defaults);
  const apply = (form: HTMLFormElement, path = listPath) => {
    const values = [...new FormData(form)].filter((entry): entry is [string, string] => hasValue(...entry));
    // The first value of a name counts: a ticked checkbox comes before its hidden "false".
    const query = new URLSearchParams([...new Map(values.reverse())].reverse()).toString();
    const next = query && `?${query}`;
    shown.expect(next);
    navigate({ pathname: path, search: next });
  };
  return (
    <Form
      key={shown.form}
      method="get"
      action={listPath}
      // The query string determines the values: after Back, the browser must not restore text that was typed later.
      autoComplete="off"
      role="search"
      aria-label="Filters"
      className="card mb-3 flex flex-wrap items-end gap-x-3.5 gap-y-3 px-3.5 py-3 narrow:grid narrow:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        apply(event.currentTarget, submitter?.getAttribute("formaction") ?? undefined);
      }}
      onChange={(event) => {
        const field = event.target;
        if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === "checkbox"))
          apply(event.currentTarget);
      }}
    >
      {(state.choosers || filters.some(({ kind }) => kind === "record")) && <EnterSaves />}
      {["sort", "direction", openView].map(
        (name) => current.has(name) && <input key={name} type="hidden" name={name} value={current.get(name) ?? ""} />,
      )}
      {filters
        .filter(({ name, needs }) => !state.hidden?.includes(name) && (needs === undefined || state.filters[needs]))
        .map((filter) => (
          <FilterField key={filter.name} filter={filter} state={state} />
        ))}
      <div className="flex items-center gap-3">
        <button type="submit" className="button">
          Search
        </button>
        <Link to={state.views?.cleared ?? listPath} className="link">
          Clear
        </Link>
      </div>
      {shortcuts && <ShortcutLinks shortcuts={shortcuts} state={state} />}
    </Form>
  );
});

function ShortcutLinks({ shortcuts, state }: { shortcuts: Shortcuts; state: FilterState }) {
  const listPath = useListPath();
  const { search } = useLocation();
  return (
    <p className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 narrow:col-span-2">
      <span className="text-muted">{shortcuts.label}</span>
      {shortcuts.links.map(({ label, filters }) => (
        <Link
          key={label}
          to={withParams(`${listPath}${search}`, { ...filters, ...fromTheTop })}
          className="link inline-block min-h-6 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
          aria-current={Object.entries(filters).every(([name, value]) => state.filters[name] === value) || undefined}
        >
          {label}
        </Link>
      ))}
    </p>
  );
}
