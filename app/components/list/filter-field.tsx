import { Link, useLocation } from "@remix-run/react";
import { fromTheTop, type ListData } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { firstDay, lastDay } from "#contract/rules/dates.ts";
import type { Filter } from "./list.ts";
import { useListPath } from "./list-path.ts";

export type FilterState = Pick<ListData<never>, "filters" | "defaults" | "options">;

interface Props {
  filter: Filter;
  state: FilterState;
}

const fieldClass = "input font-normal narrow:min-w-0";

export function FilterField({ filter, state }: Props) {
  const value = state.filters[filter.name] ?? "";
  if (filter.kind === "checkbox") {
    return (
      <label className="flex min-h-8 items-center gap-1.5">
        <input type="checkbox" name={filter.name} value="true" defaultChecked={value === "true"} />
        {/* If the default is on, off must be explicit in the query string. */}
        {state.defaults[filter.name] === "true" && <input type="hidden" name={filter.name} value="false" />}
        {filter.label}
      </label>
    );
  }
  if (filter.kind === "record") return <RecordFilter filter={filter} value={value} state={state} />;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the one below
    <label className={`grid gap-1 text-xs font-semibold text-muted ${isWide(filter) ? "narrow:col-span-2" : ""}`}>
      {filter.label}
      <Control filter={filter} value={value} state={state} />
    </label>
  );
}

const isWide = (filter: Filter) => filter.kind === "text" && filter.isWide === true;

function Control({ filter, value, state }: Props & { value: string }) {
  const { name } = filter;
  if (filter.kind === "select") {
    return (
      <select className={`${fieldClass} min-w-40`} name={name} defaultValue={value}>
        <option value="">{filter.any}</option>
        {(state.options[name] ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (filter.kind === "date")
    return <input type="date" className={fieldClass} name={name} defaultValue={value} min={firstDay} max={lastDay} />;
  return (
    <input
      className={`${fieldClass} ${isWide(filter) ? "min-w-80" : "min-w-40"}`}
      name={name}
      defaultValue={value}
      placeholder={filter.placeholder}
      maxLength={255}
    />
  );
}

/** Its buttons submit the other filters as well, so that they are still set after the choice. */
function RecordFilter({
  filter,
  value,
  state,
}: {
  filter: Filter & { kind: "record" };
  value: string;
  state: FilterState;
}) {
  const listPath = useListPath();
  const { search } = useLocation();
  const { name, label, path, choose } = filter;
  const chosen = state.options[name]?.find((option) => option.value === value);
  const without = withParams(`${listPath}${search}`, { [name]: null, ...fromTheTop });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out among the other filters
    <div role="group" aria-label={label} className="grid gap-1 narrow:col-span-2">
      <span className="text-xs font-semibold text-muted">{label}</span>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        {value !== "" && (
          <>
            <input type="hidden" name={name} value={value} />
            <span className="font-semibold">{chosen?.label ?? `${label} ${value}`}</span>
          </>
        )}
        <button type="submit" formAction={path} className="link min-h-6 cursor-pointer">
          {value === "" ? choose : "Change"}
        </button>
        {value !== "" && (
          <Link to={without} className="link inline-block min-h-6">
            Remove
          </Link>
        )}
      </div>
    </div>
  );
}
