import { Form, Link, useLocation, useNavigate } from "@remix-run/react";
import { memo, useState } from "react";
import { EnterSaves } from "~/components/form/enter-saves";
import { fromTheTop } from "~/lib/list-state";
import { withParams } from "~/lib/paths";
import { FilterField, type FilterState } from "./filter-field";
import type { Filter, Shortcuts } from "./list";

interface Props {
  filters: Filter[];
  shortcuts?: Shortcuts;
  state: FilterState;
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
  return {
    form: shown.form,
    ask: (asked: string) => setShown((now) => ({ ...now, asked: asked === now.search ? undefined : asked })),
  };
}

/** A GET form. With scripts, selects and checkboxes apply at once; texts on Enter or Search. */
export const FilterBar = memo(function FilterBar({ filters, shortcuts, state }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const listPath = pathname.replace(/\/(new|change|import|import-stock|referrals)$/, "");
  const current = new URLSearchParams(search);
  const shown = useShown(search);
  /** The same address that the plain form makes, without the fields that say nothing: an empty one does where it has a default. */
  const isSaid = (name: string, value: FormDataEntryValue) =>
    typeof value === "string" && (value.trim() !== "" || name in state.defaults);
  const apply = (form: HTMLFormElement, path = listPath) => {
    const said = [...new FormData(form)].filter((entry): entry is [string, string] => isSaid(...entry));
    // The first of a name counts: a box that is ticked stands before its hidden "false".
    const wanted = new URLSearchParams([...new Map(said.reverse())].reverse()).toString();
    const asked = wanted && `?${wanted}`;
    shown.ask(asked);
    navigate({ pathname: path, search: asked });
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
        const { submitter } = event.nativeEvent as SubmitEvent;
        apply(event.currentTarget, submitter?.getAttribute("formaction") ?? undefined);
      }}
      onChange={(event) => {
        const field = event.target as HTMLElement;
        if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === "checkbox"))
          apply(event.currentTarget);
      }}
    >
      {filters.some(({ kind }) => kind === "record") && <EnterSaves />}
      {["sort", "direction"].map(
        (name) => current.has(name) && <input key={name} type="hidden" name={name} value={current.get(name) ?? ""} />,
      )}
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
      {shortcuts && <ShortcutLinks shortcuts={shortcuts} state={state} listPath={listPath} />}
    </Form>
  );
});

function ShortcutLinks({ shortcuts, state, listPath }: { shortcuts: Shortcuts; state: FilterState; listPath: string }) {
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
