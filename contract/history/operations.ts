import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { command, download, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { historyFilters, historyOptions, historyRow, historySortFields } from "./schema.ts";
import { undoable, undoCommand, undone } from "./undo.ts";

/** Not part of other APIs. Of one record it is for everybody who may see that record, of all for administrators. */
export const history = {
  list: query("history", {
    permission: "signedIn",
    feature: "history",
    input: historyFilters.extend(paging(historySortFields, { direction: "Descending" }).shape),
    output: paged(historyRow),
  }),
  options: query("history/Options", {
    permission: "signedIn",
    feature: "history",
    input: historyFilters.pick({ record: true, recordId: true }),
    output: historyOptions,
  }),
  /** `History.xlsx` with a row for each changed field. */
  excelExport: download("history/ExcelExport", {
    permission: "signedIn",
    feature: "history",
    input: historyFilters.extend(exportFormat),
  }),
  /** What a command or a background process has changed. Refuses (404) what is not known, or not the caller's to see. */
  undoable: query("history/Undoable", {
    permission: "signedIn",
    feature: "history",
    input: z.object({ id: z.guid() }),
    output: undoable,
  }),
  /**
   * Puts back what a command or a background process has changed, except where it has been changed again. Needs the
   * permission of that command. Whoever undoes it again gets the first answer.
   */
  undo: command("history/Undo", {
    permission: "mayWrite",
    effect: "undo",
    feature: "history",
    input: undoCommand,
    output: undone,
  }),
};
