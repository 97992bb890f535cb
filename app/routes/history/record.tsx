import { useLoaderData, useParams } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { ExportButton } from "#app/components/export/export-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { historyFile } from "#app/lib/export.ts";
import { historyPaths } from "#app/lib/history-paths.ts";
import { title } from "#app/lib/title.ts";
import { type ListedChange, loadRecordHistory } from "#app/services/history/history.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { history } from "#contract/history/operations.ts";
import { author, changedField, moment, person, undo, what } from "./parts/columns.tsx";

export const meta = ({ data }: { data?: { recordName: string | null } }) =>
  title(data?.recordName ? `History of ${data.recordName}` : "History");

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export const handle: BreadcrumbHandle<Data> = {
  breadcrumb: ({ recordName, recordPath }) => ({
    list: { label: recordName ?? "Record", path: recordPath ?? historyPaths.all() },
    label: "History",
  }),
};

export const loader = screenFor(history.list, loadRecordHistory);

function listOf({ days, path, recordName }: Data): List<ListedChange> {
  return {
    title: recordName ? `History of ${recordName}` : "History",
    path,
    noun: "changes",
    filters: [person, changedField, ...dayFilters],
    shortcuts: dayShortcuts("Changed", days),
    columns: [moment, author, what, undo],
    rowId: ({ id }) => id,
  };
}

export default function RecordHistory() {
  const data = useLoaderData<typeof loader>();
  const { record = "", id = "" } = useParams();
  const actions = (
    <>
      <ExportButton path={historyPaths.exportOf(record, id)} fileName={historyFile} label="Export" isTable />
      {data.recordPath && (
        <Link to={data.recordPath} className="button">
          Back to the record
        </Link>
      )}
    </>
  );
  return <ListScreen list={listOf} data={data} actions={actions} />;
}
