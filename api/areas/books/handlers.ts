import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import * as closing from "./closing.ts";
import * as exports from "./exports.ts";
import { gst } from "./gst.ts";
import { journal, journalExport } from "./journal.ts";
import { trialBalance, trialBalanceExport } from "./trial-balance.ts";

export const books: AreaHandlers<Operations["books"]> = {
  ...closing,
  ...exports,
  journal,
  journalExport,
  trialBalance,
  trialBalanceExport,
  gst,
};
