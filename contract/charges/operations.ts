import { z } from "zod";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importOperations, processId } from "#contract/imports.ts";
import { command, download, query, upload } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { chargeImportSummary } from "./import.ts";
import {
  addCharge,
  chargeFilters,
  chargeRow,
  chargeSortFields,
  chargesExport,
  endMonthlyCharge,
  monthlyChargeFilters,
  monthlyChargeRow,
  monthlyChargeSortFields,
  withdrawCharge,
} from "./schema.ts";

const importing = { permission: "charges.add" } as const;

const imports = importOperations({
  area: "charges",
  what: "charges",
  access: importing,
  summary: chargeImportSummary,
  of: z.object({}),
});

/** Not part of other APIs. */
export const charges = {
  list: query("charges", {
    description: "Lists charges and credits to suppliers, a page at a time.",
    permission: "charges.view",
    scope: "charges",
    input: chargeFilters.extend(paging(chargeSortFields, { direction: "Descending" }).shape),
    output: paged(chargeRow),
  }),
  add: command("charges/AddCharge", {
    description:
      "Charges or credits a supplier, once or every month. Its next document has it. Returns the id of the charge, or null for a monthly one that begins later.",
    permission: "charges.add",
    scope: "charges",
    effect: "work",
    input: addCharge,
    output: z.number().int().nullable(),
  }),
  withdraw: command("charges/WithdrawCharge", {
    description: "Withdraws a charge whose document has not been issued.",
    permission: "charges.add",
    scope: "charges",
    effect: "work",
    input: withdrawCharge,
  }),
  monthly: query("charges/monthly", {
    description: "Lists monthly charges, a page at a time.",
    permission: "charges.view",
    input: monthlyChargeFilters.extend(paging(monthlyChargeSortFields).shape),
    output: paged(monthlyChargeRow),
  }),
  endMonthly: command("charges/EndMonthlyCharge", {
    description: "Ends a monthly charge. What has been charged stays.",
    permission: "charges.add",
    effect: "work",
    input: endMonthlyCharge,
  }),
  export: download("charges/Export", {
    description: "Returns `Charges.xlsx` with the charges that match the filters. It can be imported.",
    permission: "charges.view",
    input: chargesExport,
  }),
  importCheck: upload("charges/ExcelImportCheck", {
    description: "Checks a worksheet of charges, without entering any. Returns the id of a process.",
    ...importing,
    input: z.object({}),
    output: processId,
    maxFileBytes: maxWorkbookBytes,
  }),
  applyImport: imports.apply,
  undoImport: imports.undo,
  excelImportResult: imports.result,
  excelImports: imports.list,
  lastExcelImport: imports.last,
  excelImportRefused: imports.refused,
};
