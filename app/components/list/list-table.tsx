import { Link, useLocation } from "@remix-run/react";
import { Fragment, memo } from "react";
import { expandedRow, type ListData, type ListState, placeOfExpanded, withWayBack } from "#app/lib/list-state.ts";
import { withParams } from "#app/lib/paths.ts";
import { ChooseAll, ChooseRow } from "./choice.tsx";
import type { Column, Expansion, List } from "./list.ts";
import { useListPath } from "./list-path.ts";

interface Props<Row> {
  list: List<Row>;
  data: ListData<Row>;
}

function Table<Row>({ list, data }: Props<Row>) {
  const { search, hash } = useLocation();
  const link = (path: string) => withWayBack(path, search);
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
        <tbody>
          {data.rows.map((row) => (
            <Fragment key={list.rowId(row)}>
              <tr
                id={`row-${list.rowId(row)}`}
                className={`row-link target:bg-accent-soft ${isTarget(row) ? "bg-accent-soft" : "hover:bg-canvas"}`}
              >
                {list.choice && (
                  <td className="choice">
                    <ChooseRow choice={list.choice} row={row} id={list.rowId(row)} />
                  </td>
                )}
                {list.columns.map((column) => (
                  <td key={column.heading} className={cellClass(column)}>
                    {column.cell(row, link)}
                  </td>
                ))}
                {expander && (
                  <td className="whitespace-nowrap small:whitespace-normal">
                    {expander.isThere(row) && <Expander list={list} expansion={expander} row={row} />}
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
function Expander<Row>({ list, expansion, row }: { list: List<Row>; expansion: Expansion<Row>; row: Row }) {
  const path = useListPath();
  const { search } = useLocation();
  const isOpen = expansion.isOpen(row);
  const to = withParams(`${path}${search}`, {
    [expandedRow]: isOpen ? null : list.rowId(row),
    [placeOfExpanded]: null,
  });
  return (
    <Link
      to={to}
      className="link inline-block min-h-6"
      preventScrollReset
      aria-expanded={isOpen}
      aria-label={expansion.name(row, isOpen)}
    >
      {expansion.label(row, isOpen)}
    </Link>
  );
}

function cellClass({ isNumeric, isHiddenWhenSmall }: Column<never>): string {
  return `${isNumeric ? "whitespace-nowrap text-right" : ""} ${isHiddenWhenSmall ? "small:hidden" : ""}`.trim();
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
      className={`border-b border-line px-3 py-[7px] text-left text-xs font-semibold text-muted ${cellClass(column)}`}
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
function EmptyNote({ noun, state }: { noun: string; state: ListState }) {
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
          No {noun} match these filters. <Link to={path}>Clear the filters</Link>
        </>
      ) : (
        <>There are no {noun} yet.</>
      )}
    </p>
  );
}
