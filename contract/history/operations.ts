import { exportFormat } from "#contract/exports.ts";
import { download, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { historyFilters, historyOptions, historyRow, historySortFields } from "./schema.ts";

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
};
