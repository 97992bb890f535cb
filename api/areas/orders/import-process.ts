/** The shipment import as a background process. The rows of each order are processed together. */

import { withoutTrace } from "#api/core/database/savepoint.ts";
import { sentenceOf } from "#api/core/excel/cells.ts";
import { type ReadRow, rowsOfSheet } from "#api/core/excel/reading.ts";
import {
  assertFewRows,
  counted,
  type ImportInput,
  type ImportKind,
  importNotice,
  wasRight,
} from "#api/core/processing/imports.ts";
import { shownOfEach } from "#contract/imports.ts";
import { type ImportedShipment, type ImportSummary, importOutcomes, ordersSheet } from "#contract/orders/import.ts";
import { byKey } from "#contract/rules/keys-of.ts";
import { courierOf } from "#contract/shipments/couriers.ts";
import { type Columns, columnsIn, isFilledIn, shipmentRowOf } from "./import-rows.ts";
import { importOrder, type ShipmentResult } from "./import-shipments.ts";
import { undoShipments } from "./undo-shipments.ts";

/** The rows of one order. */
export interface OrderRows {
  /** Undefined if the rows have no order id. */
  orderId?: number;
  rows: ReadRow[];
  /** Results of the check of these rows. */
  checked?: ShipmentResult[] | null;
  /** Results of the import that is to be undone. */
  applied?: ShipmentResult[] | null;
}

export const shipmentImport: ImportKind<ImportInput, OrderRows, ShipmentResult[]> = {
  name: "shipments",
  noticeOf: (id, input) => importNotice(input, `/orders/import/${id}`),
  sheet: ordersSheet,
  canBeUndone: true,
  rowsOf: ({ rows }) => rows,
  problemsOf: (results) => results.flatMap(({ problems }) => problems),
  isAllowed: ({ permissions }) => permissions.orders.edit,
  nameOf: ({ orderId, rows }) =>
    `${rows.length === 1 ? "Row" : "Rows"} ${rows.map(({ number }) => number).join(", ")}${orderId === undefined ? "" : ` (order ${orderId})`}`,
  read,
  async doRow(work, { orderId, rows, checked, applied }, input) {
    if (input.isUndo) return outcomeOf(await undoShipments(work, applied ?? [], input.undoes ?? ""));
    const columns = columnsIn({ cells: input.head });
    const importing = () =>
      importOrder(
        work,
        orderId,
        rows.map((row) => shipmentRowOf(row, columns)),
      );
    const results = input.isCheck ? await withoutTrace(work.db, importing) : await importing();
    const result = results.map((each) => (input.isCheck ? notYetMade(each) : changedSince(each, checked ?? undefined)));
    return outcomeOf(result);
  },
  end: async (_work, _done, input, results) => summaryText(summaryOf(results, input), input),
  summaryOf,
  storedRows: () => "all",
};

const outcomeOf = (result: ShipmentResult[]) => ({
  refused: result.flatMap(({ problems }) => problems.map(sentenceOf)),
  result,
});

async function read(file: Buffer, input: ImportInput) {
  const byOrder = new Map<string, OrderRows>();
  let columns: Columns | undefined;
  let emptyRows = 0;
  for await (const rows of rowsOfSheet(file, ordersSheet)) {
    for (const row of rows) {
      if (!columns) columns = columnsIn(row);
      else if (isFilledIn(row, columns)) addTo(byOrder, row, columns);
      else emptyRows++;
    }
  }
  return { rows: [...byOrder.values()], input: { ...input, emptyRows } };
}

function addTo(byOrder: Map<string, OrderRows>, row: ReadRow, columns: Columns): void {
  const { OrderId: orderId } = shipmentRowOf(row, columns).values;
  const key = orderId === undefined ? `row ${row.number}` : `order ${orderId}`;
  const known = byOrder.get(key);
  if (known) {
    known.rows.push(row);
    assertFewRows(known.rows, key);
  } else byOrder.set(key, { orderId, rows: [row] });
}

const notYetMade = (result: ShipmentResult): ShipmentResult =>
  result.outcome === "made" ? { ...result, shipmentId: null } : result;

/** Marks problems of rows that passed the check but are refused now. */
function changedSince(result: ShipmentResult, checked: readonly ShipmentResult[] | undefined): ShipmentResult {
  const before = checked?.find(({ rows }) => rows.some((row) => result.rows.includes(row)));
  if (result.outcome !== "refused" || !before || before.outcome === "refused") return result;
  return { ...result, problems: result.problems.map(wasRight) };
}

function summaryOf(results: readonly ShipmentResult[][], { emptyRows }: ImportInput): ImportSummary {
  const all = results.flat();
  const groups = byKey(importOutcomes, (outcome) => {
    const those = all.filter((result) => result.outcome === outcome);
    return { count: those.length, first: those.sort(byRow).slice(0, shownOfEach).map(shown) };
  });
  const refusedRows = all
    .filter(({ outcome }) => outcome === "refused")
    .reduce((sum, { rows }) => sum + rows.length, 0);
  return {
    ...groups,
    refusedRows,
    emptyRows,
  };
}

const byRow = (a: ShipmentResult, b: ShipmentResult) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0);

const shown = ({ outcome: _, courierId, problems, ...result }: ShipmentResult): ImportedShipment => ({
  ...result,
  courierName: courierOf(courierId)?.name,
  problems: problems.map(sentenceOf),
});

function summaryText(
  { made, changed, unchanged, refused, refusedRows, emptyRows }: ImportSummary,
  { isCheck, isUndo }: ImportInput,
): string {
  if (isUndo)
    return `Undone: ${counted(changed.count, "shipment")}. Left as they are now: ${counted(refused.count, "shipment")}.`;
  const done = (count: number) => (isCheck ? "would be" : count === 1 ? "was" : "were");
  const parts = [
    `${counted(made.count, "shipment")} ${done(made.count)} created`,
    `${counted(changed.count, "shipment")} ${done(changed.count)} updated`,
    `${counted(unchanged.count, "shipment")} already imported`,
    `${counted(refusedRows, "row")} ${done(refusedRows)} refused`,
    `${counted(emptyRows, "row")} skipped (blank)`,
  ];
  return `${parts.join(", ")}.`;
}
