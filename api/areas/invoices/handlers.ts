import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as answers from "./answers.ts";
import * as commands from "./commands.ts";
import { earnings } from "./earnings.ts";
import { excelExport } from "./excel-export.ts";
import { endHold, holdPayment } from "./hold.ts";
import { endHoldOfLineItem, holdLineItem } from "./hold-line-item.ts";
import { makePayment } from "./make-payment.ts";
import * as notify from "./notify.ts";
import { payable } from "./payable.ts";
import * as paymentRuns from "./payment-runs.ts";
import * as queries from "./queries.ts";
import { readiness } from "./readiness.ts";
import { exportReconciliation } from "./reconciliation.ts";
import { recordReturns } from "./record-returns.ts";
import { cancelPayment, releasePayment } from "./release-payment.ts";
import { returnPayment } from "./return-payment.ts";
import { statement, statementBalances } from "./supplier-statement.ts";
import { statementDocument, statementExport } from "./supplier-statement-files.ts";
import { exportAll } from "./zip-export.ts";

export const invoices: AreaHandlers<Operations["invoices"]> = {
  ...queries,
  generate: commands.generate,
  void: commands.voidInvoice,
  ...notify,
  ...answers,
  readiness,
  payable,
  holdPayment,
  endHold,
  holdLineItem,
  endHoldOfLineItem,
  makePayment,
  releasePayment,
  cancelPayment,
  recordReturns,
  returnPayment,
  paymentRuns: paymentRuns.list,
  paymentRun: paymentRuns.get,
  paymentFile: paymentRuns.file,
  export: excelExport,
  exportAll,
  exportReconciliation,
  statement,
  statementBalances,
  statementExport,
  statementDocument,
  earnings,
};
