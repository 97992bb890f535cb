/** Undoing what a command or a background process has changed. */

import { z } from "zod";
import { historyPaths, openedFrom } from "#app/lib/history-paths.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { samePath } from "#app/lib/paths.ts";
import { progressPaths } from "#app/lib/progress-paths.ts";
import { commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { history } from "#contract/history/operations.ts";
import type { Undone } from "#contract/history/undo.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { listed, pageOf } from "./history.server.ts";

/** @throws 404 unless the address has the id of a command or a process */
function idIn({ param }: RequestContext): string {
  const id = z.guid().safeParse(param("id"));
  if (!id.success) throw missing();
  return id.data;
}

/** The page that it was opened from. */
const backOf = ({ url }: RequestContext) => samePath(url.searchParams.get(openedFrom), "");

export async function loadUndo(context: RequestContext) {
  const [{ at, userName, count, record, recordId, recordName, changes, canUndo, undone }, zone] = await Promise.all([
    context.api(history.undoable, { id: idIn(context) }),
    operatorZone(),
  ]);
  const isOfOne = changes.every((change) => change.record === record && change.recordId === recordId);
  return {
    at: formatMoment(at, zone),
    userName,
    count,
    changes: changes.map((change) => listed(change, zone, requestedPath(context))),
    /** Undefined for changes of several records. */
    recordPath: recordName === null || !isOfOne ? undefined : pageOf[record]?.(recordId),
    back: backOf(context),
    recordName: recordName ?? "Record",
    canUndo,
    undone: undone && {
      ...undone,
      at: formatMoment(undone.at, zone),
      progressPath: progressOf(undone),
    },
    commandId: newCommandId(),
  };
}

/** The page of the process that undoes many changes. */
const progressOf = ({ processId, processKind }: Undone): string | undefined =>
  processId === null ? undefined : (progressPages[processKind ?? ""] ?? progressPaths.approvals)(processId);

const progressPages: Record<string, (id: string) => string> = {
  productChanges: manyPaths.productProgress,
  orderChanges: manyPaths.orderProgress,
  shipmentChanges: manyPaths.shipmentProgress,
  supplierChanges: manyPaths.supplierProgress,
  userChanges: manyPaths.userProgress,
};

export const undoForms = {
  undo: commandForm({
    operation: history.undo,
    input: (_, context) => ({ UndoneId: idIn(context) }),
    saved: "Undone.",
    notSaved: "Oh dear, this could not be undone due to an unexpected error. Please try again.",
    next: nextPage,
  }),
};

/** The page that it was opened from, or the record that is as it was before, unless there is something to read. */
function nextPage(context: RequestContext, undone: Undone): string {
  const { keptCount, record, recordId } = undone;
  const back = backOf(context);
  const progress = progressOf(undone);
  if (progress) return `${progress}${listSearchOf(back, progress)}`;
  if (keptCount > 0) return requestedPath(context);
  return back || (pageOf[record]?.(recordId) ?? historyPaths.undo(idIn(context)));
}

/** The query string with the list, if the page that it was opened from is the progress of the same kind of change. */
function listSearchOf(back: string, progress: string): string {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const [path = "", search = ""] = back.split("?");
  return search && folderOf(path) === folderOf(progress) ? `?${search}` : "";
}
