/** The import of charges from a worksheet: each row is a charge of its own. */
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { charges, marketplaces, suppliers } from "#api/core/database/schema/index.ts";
import {
  amountIn,
  dayIn,
  isBlank,
  knownPlaces,
  nameIn,
  type Problem,
  placesIn,
  quoted,
  readCells,
  refuseRows,
  textIn,
  WrongCell,
} from "#api/core/excel/cells.ts";
import { headOfSheetOrText, type ReadCell, type ReadRow, rowsOfSheetOrText } from "#api/core/excel/reading.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { type ImportUnit, importKind } from "#api/core/processing/import-kind.ts";
import { allRows, type RecordResult } from "#api/core/processing/import-results.ts";
import { byRecord } from "#api/core/processing/import-units.ts";
import { importFile, importHandlers, oneFile } from "#api/core/processing/imports.ts";
import type { Work } from "#api/core/processing/process.ts";
import { undoRecord } from "#api/core/processing/undone.ts";
import { counted } from "#api/core/processing/words.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { chargeImportSummary } from "#contract/charges/import.ts";
import {
  addCharge,
  amountMessage,
  chargeProblems,
  longestDescription,
  longestReference,
} from "#contract/charges/schema.ts";
import { type ChargeColumn, chargeColumns, chargesSheet } from "#contract/charges/workbook.ts";
import { isLonger, requiredMessage, tooLong } from "#contract/fields.ts";
import { importOutcomes } from "#contract/imports.ts";
import type { Operations } from "#contract/operations.ts";
import { chargeKindNames } from "#contract/rules/charge.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { add } from "#contract/rules/money.ts";
import { isPrintable } from "#contract/rules/printable.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { withdrawCharge } from "./commands.ts";
import { type Charge, chargeWith, enterCharge, problemsOf } from "./entering.ts";

type Columns = Record<ChargeColumn, number>;

interface Values {
  Supplier: string;
  Marketplace: string;
  Kind: string;
  Description: string;
  Day: string;
  "Amount inc GST": number;
  "Tax class": string;
  Reference: string;
}

const upTo = (max: number) => (cell: ReadCell) => {
  const text = textIn(cell);
  if (isLonger(text, max)) throw new WrongCell(tooLong(max));
  if (/[\r\n]/.test(text) || !isPrintable(text)) throw new WrongCell("Please enter this in one line of plain text.");
  return text;
};

const readers: { [C in ChargeColumn]: (cell: ReadCell) => Values[C] } = {
  Supplier: textIn,
  Marketplace: textIn,
  Kind: (cell) => nameIn(cell, chargeKindNames),
  Description: upTo(longestDescription),
  Day: dayIn,
  "Amount inc GST": amountIn,
  "Tax class": (cell) => nameIn(cell, taxClassNames),
  Reference: upTo(longestReference),
};

type ChargeRows = ImportUnit<ChargeResult>;
type ChargeResult = RecordResult & {
  rows: number[];
  chargeId?: number | null;
  supplierName: string;
  description: string;
  amountIncTax?: number | null;
};

const columnsIn = (head: Pick<ReadRow, "cells">): Columns => {
  const { places } = knownPlaces(head, chargeColumns);
  return {
    Reference: -1,
    ...placesIn(
      head,
      chargeColumns.filter((column) => column !== "Reference"),
    ),
    ...places,
  } as Columns;
};

/** Rows of one charge: those with the same reference, or without one with the same cells. */
function chargeOf(row: ReadRow, columns: Columns): string {
  const cell = (column: ChargeColumn) => JSON.stringify(row.cells[columns[column]] ?? null).toLowerCase();
  const isNamed = !isBlank(row.cells[columns.Reference]);
  return (isNamed ? (["Supplier", "Reference"] as const) : chargeColumns).map(cell).join(" ");
}

export const chargeImport = importKind({
  name: "charges",
  sheet: chargesSheet,
  noun: "charge",
  pathOf: (id) => `/charges/import/${id}`,
  isAllowed: ({ permissions }) => permissions.charges.add,
  headOf: (file) => headOfSheetOrText(file, chargesSheet),
  open: (file) => ({ batches: rowsOfSheetOrText(file, chargesSheet) }),
  columnsOf: columnsIn,
  isEmpty: ({ cells }, columns: Columns) => keysOf(columns).every((column) => isBlank(cells[columns[column]])),
  split: (columns) => byRecord<ChargeRows>((row) => ({ record: chargeOf(row, columns), unit: { rows: [row] } })),
  async apply(work, { rows }: ChargeRows, { head }) {
    const about = { rows: rows.map(({ number }) => number), supplierName: "", description: "" };
    const columns = columnsIn({ cells: head });
    return [await allRows(work.db, "charge", about, () => enterRows(work, rows, columns))] as ChargeResult[];
  },
  withoutNewIds: (results: ChargeResult[]) => results.map((result) => ({ ...result, chargeId: null })),
  async undo(work, applied: ChargeResult[]) {
    const results: ChargeResult[] = [];
    for (const result of applied) {
      const { chargeId } = result;
      if (result.outcome !== "made" || !chargeId) continue;
      results.push(
        await undoRecord(work.db, result, async () => {
          const why = await withdrawCharge(work, chargeId, "Its import was undone.");
          if (why) throw conflict(why);
          return { outcome: "changed" as const, problems: [] };
        }),
      );
    }
    return results;
  },
  summary: chargeImportSummary,
  outcomes: importOutcomes,
  summaryOf: (all) => ({
    total: add(...all.map(({ outcome, amountIncTax }) => (outcome === "made" ? (amountIncTax ?? 0) : 0))),
  }),
  text({ made, unchanged, refused, emptyRows, total }, isCheck) {
    const done = isCheck ? "would be" : made.count === 1 ? "was" : "were";
    return [
      `${counted(made.count, "charge")} ${done} entered, ${formatDollars(total)} inc GST in total`,
      `${counted(unchanged.count, "charge")} already entered`,
      `${counted(refused.count, "charge")} refused`,
      `${counted(emptyRows, "row")} skipped (blank).`,
    ].join(", ");
  },
});

/** @throws Problems */
async function enterRows(work: Work, rows: readonly ReadRow[], columns: Columns): Promise<Omit<ChargeResult, "rows">> {
  const [row] = rows;
  if (!row) return { outcome: "unchanged", problems: [], supplierName: "", description: "" };
  const { number } = row;
  refuseRows(
    rows.slice(1).map((other) => ({
      row: other.number,
      column: "Reference",
      why: `Row ${number} is the same charge. Give each charge a reference of its own.`,
    })),
  );
  const { values, problems } = readCells<Values>(row, columns, readers);
  const missing = chargeColumns.filter(
    (column) =>
      column !== "Reference" && values[column] === undefined && !problems.some((each) => each.column === column),
  );
  refuseRows([...problems, ...missing.map((column) => ({ row: number, column, why: requiredMessage }))]);
  const { charge, supplierName } = await chargeIn(work.db, values as Values, number);
  const known = await sameCharge(work.db, charge);
  const about = { supplierName, description: charge.description, amountIncTax: charge.amountIncTax };
  if (known === "entered") return { ...about, outcome: "unchanged", problems: [] };
  const today = dayOf(work.now.toISOString(), work.config.timeZone);
  const refused = [
    ...(await problemsOf(work.db, charge, today)).map(({ field, why }) => ({
      row: number,
      column: columnOf[field],
      why,
    })),
    ...(known === "alike" ? [{ row: number, column: "Reference" as const, why: isAlike }] : []),
  ];
  refuseRows(refused);
  return { ...about, outcome: "made", problems: [], chargeId: await enterCharge(work, charge) };
}

const isAlike =
  "A charge with the same supplier, day, description and amount has been entered already. If this is another one, give it a reference.";

const columnOf = {
  supplierId: "Supplier",
  marketplaceId: "Marketplace",
  day: "Day",
  reference: "Reference",
} as const satisfies Record<string, ChargeColumn>;

/** @throws Problems */
async function chargeIn(db: Db, values: Values, row: number): Promise<{ charge: Charge; supplierName: string }> {
  const [supplier, marketplace] = [
    await found(db, suppliers, values.Supplier),
    await found(db, marketplaces, values.Marketplace),
  ];
  const kind = keysOf(chargeKindNames).find((each) => chargeKindNames[each] === values.Kind) ?? "other";
  const taxClass = keysOf(taxClassNames).find((each) => taxClassNames[each] === values["Tax class"]) ?? "taxable";
  const amount = values["Amount inc GST"];
  const why = (column: ChargeColumn, text: string | false | undefined): Problem | undefined =>
    text ? { row, column, why: text } : undefined;
  refuseRows([
    why("Supplier", typeof supplier === "string" && supplier),
    why("Marketplace", typeof marketplace === "string" && marketplace),
    why("Tax class", chargeProblems({ kind, taxClass })),
    why("Amount inc GST", !addCharge.shape.AmountIncTax.safeParse(amount).success && amountMessage),
  ]);
  const [{ id: supplierId, name: supplierName }, { id: marketplaceId }] = [supplier, marketplace] as [Named, Named];
  const { Day: day, Description: description, Reference: reference = "" } = values;
  return {
    charge: { supplierId, marketplaceId, kind, description, day, amountIncTax: amount, taxClass, reference },
    supplierName,
  };
}

interface Named {
  id: number;
  name: string;
}

/** Finds a record by its name, or by its number. Returns a message if there is none, or more than one. */
async function found(db: Db, table: typeof suppliers | typeof marketplaces, text: string): Promise<Named | string> {
  const isNumber = /^\d{1,9}$/.test(text);
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(or(sql`lower(${table.name}) = lower(${text})`, isNumber ? eq(table.id, Number(text)) : undefined))
    .limit(2);
  const [one, another] = rows;
  if (another) return `${quoted(text)} is the name of more than one. Please enter the number in its address instead.`;
  return one ?? `There is no ${table === suppliers ? "supplier" : "marketplace"} ${quoted(text)}.`;
}

/** Whether this charge has been entered, by its reference and amount, or one that looks like it. */
async function sameCharge(db: Db, charge: Charge): Promise<"entered" | "alike" | undefined> {
  const { supplierId, marketplaceId, description, day, amountIncTax, reference } = charge;
  const isSame = (other: typeof charges.$inferSelect) =>
    other.marketplaceId === marketplaceId &&
    other.day === day &&
    other.description === description &&
    add(other.exTax, other.tax) === amountIncTax;
  if (reference !== "") {
    const known = await chargeWith(db, supplierId, reference);
    return known && isSame(known) ? "entered" : undefined;
  }
  const others = await db
    .select()
    .from(charges)
    .where(and(eq(charges.supplierId, supplierId), eq(charges.day, day), isNull(charges.withdrawnAt)));
  return others.some(isSame) ? "alike" : undefined;
}

type Charges = Operations["charges"];

export const importCheck: Handler<Charges["importCheck"]> = (_, files, context) =>
  importFile(context, chargeImport, { ...oneFile(files), isCheck: true, input: {} });

export const { applyImport, undoImport, excelImportResult, excelImports, lastExcelImport, excelImportRefused } =
  importHandlers(chargeImport);
