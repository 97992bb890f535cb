import { useLoaderData } from "@remix-run/react";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { StatusPill } from "#app/routes/applications/parts/status-pill.tsx";
import { type ListedApplication, loadApplications } from "#app/services/applications/applications.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { applications } from "#contract/applications/operations.ts";

export const meta = () => title("Applications");

export const loader = screenFor(applications.list, loadApplications);

const list: List<ListedApplication> = {
  title: "Applications",
  path: paths.applications(),
  noun: "applications",
  filters: [
    { kind: "select", name: "status", label: "Status", any: "(Any)" },
    { kind: "text", name: "companyName", label: "Business name" },
    { kind: "text", name: "abn", label: "ABN" },
  ],
  columns: [
    {
      heading: "Business name",
      isFixed: true,
      sort: "companyName",
      cell: (row, link) => <RowLink to={link(paths.application(row.id))}>{row.companyName}</RowLink>,
    },
    { heading: "Status", cell: (row) => <StatusPill {...row} /> },
    { heading: "ABN", cell: (row) => <span className="whitespace-nowrap">{row.abn}</span>, isHiddenWhenSmall: true },
    { heading: "Contact", cell: (row) => row.contactName },
    { heading: "Sent", sort: "submittedDate", cell: (row) => row.submitted },
    { heading: "Last change", sort: "changedDate", cell: (row) => row.changed, isHiddenWhenSmall: true },
  ],
  rowId: (row) => row.id,
};

export default function Applications() {
  const data = useLoaderData<typeof loader>();
  return <ListScreen list={list} data={data} />;
}
