import { useRouteLoaderData } from "@remix-run/react";
import { historyPaths } from "#app/lib/history-paths.ts";
import type { HistoryRecord } from "#contract/history/names.ts";
import { Link } from "./link.tsx";

/** Leads from the page of a record to what was changed; nothing with APIs that do not know that. */
export function HistoryLink({ record, id }: { record: HistoryRecord; id: number }) {
  const shell = useRouteLoaderData<{ hasHistory?: boolean }>("routes/shell");
  if (!shell?.hasHistory) return null;
  return (
    <Link to={historyPaths.of(record, id)} className="button">
      History
    </Link>
  );
}
