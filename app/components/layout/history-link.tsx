import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { historyPaths, openedFrom } from "#app/lib/history-paths.ts";
import { withParams } from "#app/lib/paths.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import { Link } from "./link.tsx";

interface Of {
  record: HistoryRecord;
  id: number;
}

/**
 * Leads from the page of a record to what was changed, and says when it was changed since the page was opened; nothing
 * with APIs that do not know that.
 */
export function HistoryLink({ record, id }: Of) {
  const shell = useRouteLoaderData<{ historySince?: string }>("routes/shell");
  const since = shell?.historySince;
  const { key, pathname, search } = useLocation();
  if (!since) return null;
  const path = withParams(historyPaths.of(record, id), { [openedFrom]: `${pathname}${search}` });
  return (
    <>
      <ChangedSince key={`${key} ${since}`} record={record} id={id} since={since} path={path} />
      <Link to={path} className="button">
        History
      </Link>
    </>
  );
}

const everyMs = 60_000;
/** Looking without end would keep a forgotten session alive. */
const longestMs = 10 * 60_000;

/** The moment of the shell's data on the clock of this browser. */
const received = new Map<string, number>();

/** The server's time now. A page may be loaded anew without its shell. */
function serverTime(since: string): string {
  const now = performance.now();
  if (!received.has(since)) received.set(since, now);
  return new Date(Date.parse(since) + now - (received.get(since) ?? now)).toISOString();
}

/** Looks every minute, and whenever the page is looked at again. */
function ChangedSince({ record, id, since, path }: Of & { since: string; path: string }) {
  const [line, setLine] = useState("");
  useEffect(() => {
    const at = serverTime(since);
    let until = performance.now() + longestMs;
    const look = () => {
      if (document.visibilityState === "hidden" || performance.now() > until) return;
      void fetch(historyPaths.since(record, id, at))
        .then((response) => (response.ok ? response.json() : ""))
        .then(setLine)
        .catch(() => undefined);
    };
    const lookAgain = () => {
      until = performance.now() + longestMs;
      look();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", lookAgain);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookAgain);
    };
  }, [record, id, since]);
  return (
    <p role="status" className="self-center text-sm text-muted empty:hidden">
      {line && (
        <Link to={path} className="link">
          {line}
        </Link>
      )}
    </p>
  );
}
