/** Undoing what a command or a background process has changed. */
import { z } from "zod";
import { gridSearch, historyPaths } from "#app/lib/history-paths.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
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

export async function loadUndo(context: RequestContext) {
  const [{ at, userName, count, record, recordId, recordName, changes, canUndo, undone }, zone] = await Promise.all([
    context.api(history.undoable, { id: idIn(context) }),
    operatorZone(),
  ]);
  return {
    at: formatMoment(at, zone),
    userName,
    count,
    changes: changes.map((change) => listed(change, zone)),
    recordPath: recordName === null ? undefined : pageOf[record]?.(recordId),
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
  processId === null ? undefined : (progressPages[processKind ?? ""] ?? paths.approvalsProgress)(processId);

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
    schema: z.object({}),
    input: (_, context) => ({ UndoneId: idIn(context) }),
    saved: "Undone.",
    notSaved: "Oh dear, this could not be undone due to an unexpected error. Please try again.",
    next: nextPage,
  }),
};

/** The record that is as it was before, unless there is something to read. */
function nextPage(context: RequestContext, undone: Undone): string {
  const { keptCount, record, recordId } = undone;
  const progress = progressOf(undone);
  if (progress) return progress;
  const grid = context.url.searchParams.get(gridSearch);
  if (grid !== null && keptCount === 0) return `${manyPaths.editProducts()}?${grid}`;
  const page = pageOf[record];
  return keptCount > 0 || !page ? historyPaths.undo(idIn(context)) : page(recordId);
}
