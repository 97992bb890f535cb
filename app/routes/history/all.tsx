import { useLoaderData } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { ExportButton } from "#app/components/export/export-button.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { historyFile } from "#app/lib/export.ts";
import { historyPaths } from "#app/lib/history-paths.ts";
import { title } from "#app/lib/title.ts";
import { type ListedChange, loadAllHistory } from "#app/services/history/history.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { history } from "#contract/history/operations.ts";
import { author, changedField, moment, person, record, undo, what } from "./parts/columns.tsx";

export const meta = () => title("History");

export const loader = screenFor(history.list, loadAllHistory);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function listOf({ days }: Data): List<ListedChange> {
  return {
    title: "History",
    path: historyPaths.all(),
    noun: "changes",
    filters: [{ kind: "select", name: "record", label: "Records", any: "(Any)" }, person, changedField, ...dayFilters],
    shortcuts: dayShortcuts("Changed", days),
    columns: [moment, author, record, what, undo],
    rowId: ({ id }) => id,
  };
}

export default function AllHistory() {
  const data = useLoaderData<typeof loader>();
  return (
    <ListScreen
      list={listOf}
      data={data}
      actions={<ExportButton path={historyPaths.exportAll()} fileName={historyFile} label="Export" isTable />}
    />
  );
}
