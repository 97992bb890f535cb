/** The kinds of records that have a history. */
import { factsOf, type HistoryRecord } from "#contract/areas.ts";
import { keysOf } from "#contract/rules/keys-of.ts";

/** The name of one record of each kind. */
export const historyRecordNames: Readonly<Record<HistoryRecord, string>> = Object.assign(
  {},
  ...Object.values(factsOf("records")),
);

export const historyRecords = keysOf(historyRecordNames);
