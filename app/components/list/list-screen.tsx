/**
 * A list screen is declared as data: filters, columns, and the loader's result. This component renders the filter bar,
 * the table, sorting, paging, and the empty and error states. All interaction is by links and one GET form.
 */
import { Outlet, useLocation } from "@remix-run/react";
import { type ReactNode, useMemo } from "react";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { ListData } from "#app/lib/list-state.ts";
import { FilterBar } from "./filter-bar.tsx";
import type { Column, List, ListContext } from "./list.ts";
import { ListPath } from "./list-path.ts";
import { ListTable } from "./list-table.tsx";
import { Pager } from "./pager.tsx";
import { ViewsMenu } from "./views-menu.tsx";

interface Props<Row, Data extends ListData<Row>> {
  /** A function if the list depends on the loaded data. */
  list: List<Row> | ((data: Data) => List<Row>);
  data: Data;
  /** Buttons in the page heading, before that of `add`. */
  actions?: ReactNode;
  /** Content between the filters and the rows. */
  above?: ReactNode;
}

export function ListScreen<Row, Data extends ListData<Row>>({ list: given, data, actions, above }: Props<Row, Data>) {
  // Memoised so that the table is not rendered again while another page is loading.
  const list = useMemo(() => (typeof given === "function" ? given(data) : given), [given, data]);
  const { views } = data;
  const { search } = useLocation();
  const shown = useMemo(() => ({ ...list, columns: columnsOf(list.columns, views?.columns ?? []) }), [list, views]);
  return (
    <ListPath.Provider value={list.path}>
      <Heading title={list.title}>
        {views && <ViewsMenu views={views} />}
        {actions}
        {list.add && data.may?.canAdd && (
          <Link to={`${list.add.path}${search}`} className="button button-primary" preventScrollReset>
            {list.add.label}
          </Link>
        )}
      </Heading>
      {data.leftOut && (
        <p role="status" className="mb-3">
          {data.leftOut}
        </p>
      )}
      {list.filters.length > 0 && <FilterBar filters={list.filters} shortcuts={list.shortcuts} state={data} />}
      {data.failed ? (
        <p className="mb-2 mt-1 text-muted" role="status">
          This list could not be loaded. <a href={`${list.path}${search}`}>Try again</a>
        </p>
      ) : (
        <Pager state={data} label="above" />
      )}
      {above}
      <ListTable list={shown} data={data} />
      {!data.failed && <Pager state={data} label="below" />}
      <Outlet context={{ list, shown, query: views?.query } satisfies ListContext} />
    </ListPath.Provider>
  );
}

/** Returns the columns that the open view has chosen, or all. */
const columnsOf = <Row,>(columns: Column<Row>[], chosen: string[]) =>
  chosen.length === 0 ? columns : columns.filter(({ heading, isFixed }) => isFixed || chosen.includes(heading));
