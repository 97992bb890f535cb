import { useLoaderData } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { ExportButton } from "#app/components/export/export-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { booksPaths } from "#app/lib/books-paths.ts";
import { dollars } from "#app/lib/format.ts";
import { title } from "#app/lib/title.ts";
import { loadJournal, type ShownPosting } from "#app/services/books/books.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { books } from "#contract/books/operations.ts";

const heading = "Journal";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Books", path: booksPaths.trialBalance() }, label: heading }),
};

export const loader = screenFor(books.journal, loadJournal);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function listOf(data: Data): List<ShownPosting> {
  return {
    title: heading,
    path: booksPaths.journal(),
    noun: "postings",
    filters: [
      ...dayFilters,
      { kind: "select", name: "account", label: "Account", any: "(Any)" },
      { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
    ],
    shortcuts: dayShortcuts("Days", data.days),
    columns: [
      {
        heading: "Date",
        sort: "date",
        cell: ({ day }) => <span className="whitespace-nowrap small:whitespace-normal">{day}</span>,
      },
      { heading: "From", cell: (row, link) => <Source {...row} to={row.to && link(row.to)} />, isFixed: true },
      { heading: "Supplier", cell: ({ supplierName }) => supplierName },
      { heading: "Account", cell: ({ account }) => account },
      { heading: "Debit", cell: ({ debit }) => debit !== 0 && dollars(debit), isNumeric: true },
      { heading: "Credit", cell: ({ credit }) => credit !== 0 && dollars(credit), isNumeric: true },
    ],
    rowId: ({ key }) => key,
  };
}

function Source({ name, number, to }: Pick<ShownPosting, "name" | "number"> & { to: string | undefined }) {
  const label = number || name;
  return (
    <>
      {to ? <RowLink to={to}>{label}</RowLink> : label}
      {number && <span className="block text-xs text-muted">{name}</span>}
    </>
  );
}

export default function Journal() {
  const data = useLoaderData<typeof loader>();
  const actions = <ExportButton path={booksPaths.exportJournal()} fileName="Journal.xlsx" isTable />;
  return <ListScreen list={listOf} data={data} actions={actions} />;
}
