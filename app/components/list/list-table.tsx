import { useLocation } from "@remix-run/react";
import { Fragment, memo, useEffect, useRef } from "react";
import { Link } from "#app/components/layout/link.tsx";
import { expandedRow, type ListData, type ListState, placeOfExpanded, wayBackQuery } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { ChooseAll, ChooseRow } from "./choice.tsx";
import type { Column, Expansion, List } from "./list.ts";
import { useListPath } from "./list-path.ts";
import { RowLink } from "./row-link.tsx";

interface Props<Row> {
  list: List<Row>;
  data: ListData<Row>;
}

function Table<Row>({ list, data }: Props<Row>) {
  const { search, hash } = useLocation();
  const back = wayBackQuery(search);
  const link = (path: string) => `${path}${back}`;
  const ticked = list.choice ? new URLSearchParams(search).getAll(list.choice.field) : [];
  const rows = useDiscoveredRoutes();
  /** The address of this page with all rows closed. */
  const closed = withParams(`${useListPath()}${search}`, { [expandedRow]: null, [placeOfExpanded]: null });
  const expander = list.expansion?.isFixed ? undefined : list.expansion;
  /** The row that the user left and now returns to. `:target` only works after a full page load. */
  const isTarget = (row: Row) => hash === `#row-${list.rowId(row)}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="card relative overflow-auto" tabIndex={0} aria-label={list.title}>
      <table className="w-full border-collapse">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {list.choice && (
              <td className="w-8 border-b border-line px-1.5">
                <ChooseAll choice={list.choice} />
              </td>
            )}
            {list.columns.map((column) => (
              <ColumnHead key={column.heading} column={column} state={data} />
            ))}
            {expander && <ColumnHead column={{ heading: expander.heading, cell: () => null }} state={data} />}
          </tr>
        </thead>
        <tbody ref={rows}>
          {data.rows.map((row) => (
            <Fragment key={list.rowId(row)}>
              <tr
                id={`row-${list.rowId(row)}`}
                className={`row-link target:bg-accent-soft ${isTarget(row) ? "bg-accent-soft" : "hover:bg-canvas"}`}
              >
                {list.choice && (
                  <td className="choice">
                    <ChooseRow choice={list.choice} row={row} id={list.rowId(row)} ticked={ticked} />
                  </td>
                )}
                {list.columns.map((column) => (
                  <td key={column.heading} className={cellClass(column)}>
                    {column.cell(row, link)}
                  </td>
                ))}
                {expander && (
                  <td className="whitespace-nowrap small:whitespace-normal">
                    {expander.isThere(row) && <Expander list={list} expansion={expander} row={row} closed={closed} />}
                  </td>
                )}
              </tr>
              {list.expansion?.isThere(row) && list.expansion.isOpen(row) && (
                <tr>
                  <td
                    colSpan={list.columns.length + (list.choice ? 2 : 1)}
                    className="border-b border-line bg-canvas p-0 pb-2 pl-14 small:pl-3"
                  >
                    {list.expansion.content(row)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {data.rows.length === 0 && !data.failed && <EmptyNote noun={list.noun} state={data} />}
    </section>
  );
}

/** Memoised: not rendered again while another page is loading. */
export const ListTable = memo(Table) as typeof Table;

/** The link that opens or closes a row. Only one row is open at a time. */
function Expander<Row>({ list, expansion, row, closed }: ExpanderProps<Row>) {
  const isOpen = expansion.isOpen(row);
  return (
    <RowLink
      to={isOpen ? closed : withParams(closed, { [expandedRow]: list.rowId(row) })}
      className="link inline-block min-h-6"
      preventScrollReset
      aria-expanded={isOpen}
      aria-label={expansion.name(row, isOpen)}
    >
      {expansion.label(row, isOpen)}
    </RowLink>
  );
}

interface ExpanderProps<Row> {
  list: List<Row>;
  expansion: Expansion<Row>;
  row: Row;
  closed: string;
}

/**
 * Remix asks the server for the routes of the links that a page shows. The links of one list lead to the same route, so
 * only the first one is marked, and only when the list opens: its other pages then need no such request.
 */
function useDiscoveredRoutes() {
  const rows = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    rows.current?.querySelector("a[data-row-link]")?.setAttribute("data-discover", "true");
  }, []);
  return rows;
}

function cellClass({ isNumeric, isHiddenWhenSmall }: Column<never>): string | undefined {
  const classes = [isNumeric && "whitespace-nowrap text-right", isHiddenWhenSmall && "small:hidden"];
  return classes.filter(Boolean).join(" ") || undefined;
}

function ColumnHead({ column, state }: { column: Column<never>; state: ListState }) {
  const path = useListPath();
  const { search } = useLocation();
  const isSorted = column.sort !== undefined && column.sort === state.sort;
  const isAscending = isSorted && state.direction === "Ascending";
  const to = withParams(`${path}${search}`, {
    sort: column.sort,
    direction: isAscending ? "desc" : "asc",
    page: null,
    [placeOfExpanded]: null,
  });
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isAscending ? "ascending" : "descending") : undefined}
      className={`border-b border-line px-3 py-[7px] text-left text-xs font-semibold text-muted ${cellClass(column) ?? ""}`}
    >
      {column.sort ? (
        <Link
          to={to}
          className={`inline-block min-h-6 no-underline hover:underline ${isSorted ? "text-ink" : "text-muted"}`}
          preventScrollReset
        >
          {column.heading}
          {isSorted && <span aria-hidden="true">{isAscending ? " ▲" : " ▼"}</span>}
        </Link>
      ) : (
        <span className="inline-block min-h-6">{column.heading}</span>
      )}
    </th>
  );
}

/** The message for an empty list: why it is empty, and what to do. */
function EmptyNote({ noun, state }: { noun: string; state: ListData<unknown> }) {
  const path = useListPath();
  const { search } = useLocation();
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <p className="px-3 py-6 text-center text-muted">
      {state.page > 1 ? (
        <>
          There is nothing on this page.{" "}
          <Link to={withParams(`${path}${search}`, { page: null })}>Go to the first page</Link>
        </>
      ) : isFiltered ? (
        <>
          No {noun} match these filters. <Link to={state.views?.cleared ?? path}>Clear the filters</Link>
        </>
      ) : (
        <>There are no {noun} yet.</>
      )}
    </p>
  );
}
