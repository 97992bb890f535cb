/**
 * A list screen is data: its filters, its columns, and what its loader found. This turns it into the filter bar, the
 * table, sorting, paging, and the empty and the failed state. Everything is links and one GET form.
 */
import { Outlet, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Heading } from "~/components/layout/heading";
import type { ListData } from "~/lib/list-state";
import { FilterBar } from "./filter-bar";
import type { List } from "./list";
import { ListTable } from "./list-table";
import { Pager } from "./pager";

interface Props<Row> {
  list: List<Row>;
  data: ListData<Row>;
  /** Buttons of the screen. */
  actions?: ReactNode;
  /** Between the filters and the rows. */
  above?: ReactNode;
}

export function ListScreen<Row>({ list, data, actions, above }: Props<Row>) {
  return (
    <>
      <Heading title={list.title}>{actions}</Heading>
      {list.filters.length > 0 && <FilterBar filters={list.filters} shortcuts={list.shortcuts} state={data} />}
      {data.failed ? <FailedNote /> : <Pager state={data} label="above" />}
      {above}
      <ListTable list={list} data={data} />
      {!data.failed && <Pager state={data} label="below" />}
      <Outlet />
    </>
  );
}

function FailedNote() {
  const { pathname, search } = useLocation();
  return (
    <p className="mb-2 mt-1 text-muted" role="status">
      This list could not be loaded. <a href={`${pathname}${search}`}>Try again</a>
    </p>
  );
}
