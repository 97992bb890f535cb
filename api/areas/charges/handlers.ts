import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { add, endMonthly, withdraw } from "./commands.ts";
import {
  applyImport,
  excelImportRefused,
  excelImportResult,
  excelImports,
  importCheck,
  lastExcelImport,
  undoImport,
} from "./import.ts";
import { exportCharges, list, monthly } from "./queries.ts";

export const charges: AreaHandlers<Operations["charges"]> = {
  list,
  add,
  withdraw,
  monthly,
  endMonthly,
  export: exportCharges,
  importCheck,
  applyImport,
  undoImport,
  excelImportResult,
  excelImports,
  lastExcelImport,
  excelImportRefused,
};
