import { useLocation } from "@remix-run/react";
import { useId, useRef } from "react";
import { Link } from "#app/components/layout/link.tsx";
import { useUpgrade } from "#app/components/layout/upgrade.ts";
import { fromTheTop, type ListData, type ListOption } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { firstDay, lastDay } from "#contract/rules/dates.ts";
import type { Filter } from "./list.ts";
import { useListPath } from "./list-path.ts";

export type FilterState = Pick<ListData<never>, "filters" | "defaults" | "options" | "choosers" | "hidden">;

interface Props {
  filter: Filter;
  state: FilterState;
}

const frameClass = "grid gap-1 text-xs font-semibold text-muted";
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
  const path = state.choosers?.[filter.name];
  if (path) return <RecordFilter filter={{ ...filter, path, choose: "Choose" }} value={value} state={state} />;
  if (filter.kind === "select") return <Select filter={filter} value={value} options={state.options[filter.name]} />;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the one below
    <label className={`${frameClass} ${isWide(filter) ? "narrow:col-span-2" : ""}`}>
      {filter.label}
      <Control filter={filter} value={value} />
    </label>
  );
}

const isWide = (filter: Filter) => filter.kind === "text" && filter.isWide === true;

function Control({ filter, value }: { filter: Filter; value: string }) {
  const { name } = filter;
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

/** A shorter list is read faster than it is searched. */
const searchableFrom = 12;

/** With many options, typing finds them as soon as that part has been loaded. The native control stays the form's field. */
function Select({
  filter: { name, label, any },
  value,
  options = [],
}: {
  filter: Filter & { kind: "select" };
  value: string;
  options?: ListOption[];
}) {
  const select = useRef<HTMLSelectElement>(null);
  const [upgrade, handlers] = useUpgrade(() => import("#app/components/popup/searchable-select.tsx"));
  const id = useId();
  const all = [{ value: "", label: any }, ...options];
  return (
    <div className={frameClass}>
      <label htmlFor={id}>{label}</label>
      <div className="relative" {...(options.length < searchableFrom ? {} : handlers)}>
        <select
          ref={select}
          id={upgrade ? undefined : id}
          className={`${fieldClass} min-w-40 ${upgrade ? "invisible" : ""}`}
          name={name}
          defaultValue={value}
        >
          {all.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {upgrade && (
          <upgrade.Part id={id} label={label} select={select} options={all} takesFocus={upgrade.takesFocus} />
        )}
      </div>
    </div>
  );
}

/** Its buttons submit the other filters as well, so that they are still set after the choice. */
function RecordFilter({
  filter,
  value,
  state,
}: {
  filter: { name: string; label: string; path: string; choose: string };
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
