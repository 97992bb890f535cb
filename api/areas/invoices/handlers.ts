import type { Operations } from "../../../contract/operations.ts";
import type { AreaHandlers } from "../../http/handlers.ts";
import * as commands from "./commands.ts";
import { excelExport } from "./excel-export.ts";
import * as notify from "./notify.ts";
import * as queries from "./queries.ts";
import { readiness } from "./readiness.ts";
import { exportReconciliation } from "./reconciliation.ts";
import { exportAll } from "./zip-export.ts";

export const invoices: AreaHandlers<Operations["invoices"]> = {
  ...queries,
  ...commands,
  ...notify,
  readiness,
  export: excelExport,
  exportAll,
  exportReconciliation,
};
