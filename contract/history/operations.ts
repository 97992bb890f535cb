import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { command, download, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { historyFilters, historyOptions, historyRow, historySortFields } from "./schema.ts";
import { undoable, undoCommand, undone } from "./undo.ts";

/** Not part of other APIs. Of one record it is for everybody who may see that record, of all for administrators. */
export const history = {
  list: query("history", {
    description:
      "Lists what was changed, by whom and when, a page at a time. Of one record for everybody who may see that record, of all for administrators.",
    permission: "signedIn",
    feature: "history",
    input: historyFilters.extend(paging(historySortFields, { direction: "Descending" }).shape),
    output: paged(historyRow),
  }),
  options: query("history/Options", {
    description: "Returns the values that the history can be filtered by.",
    permission: "signedIn",
    feature: "history",
    input: historyFilters.pick({ record: true, recordId: true }),
    output: historyOptions,
  }),
  excelExport: download("history/ExcelExport", {
    description: "Returns `History.xlsx` with a row for each changed field.",
    permission: "signedIn",
    feature: "history",
    input: historyFilters.extend(exportFormat),
  }),
  undoable: query("history/Undoable", {
    description:
      "Returns what a command or a background process has changed. Refuses (404) what is not known, or not the caller's to see.",
    permission: "signedIn",
    feature: "history",
    input: z.object({ id: z.guid() }),
    output: undoable,
  }),
  undo: command("history/Undo", {
    description:
      "Puts back what a command or a background process has changed, except where it has been changed again. Needs the permission of that command. Whoever undoes it again gets the first answer.",
    permission: "mayWrite",
    effect: "undo",
    feature: "history",
    input: undoCommand,
    output: undone,
  }),
};
