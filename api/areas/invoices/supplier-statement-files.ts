/** The statement of account of a supplier as a workbook, as CSV, and on paper. */
import { addressOf } from "#api/areas/shared/address.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import { excelExport } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import type { StatementEntry } from "#contract/invoices/supplier-statement.ts";
import type { Operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { round2 } from "#contract/rules/money.ts";
import { entryName, entryNumber } from "#contract/rules/supplier-statement.ts";
import { assertDays, entriesIn, type StatementDays, sumsOf, supplierOf } from "./supplier-statement.ts";
import { statementPdf } from "./supplier-statement-kind.ts";

type Invoices = Operations["invoices"];

type Row = { supplierName: string } & (
  | StatementEntry
  | { kind: "opening" | "closing"; day: string | undefined; balance: number }
);

/** Small, so that formatting a batch does not block the event loop. */
const rowsInBatch = 100;

export const statementExport: Handler<Invoices["statementExport"]> = async ({ id, format, ...days }, context) => {
  const { name } = await supplierOf(context, id);
  assertDays(days);
  const sheet = { name: "Statement", columns, rows: rowsOf(context, { id, name }, days) };
  return excelExport(context, `Statement-${id}.xlsx`, sheet, {
    format,
    countUpTo: async () => (await sumsOf(context, id, days)).count + 2,
  });
};

/** All entries are read at once, so that the balances agree although entries are added meanwhile. */
async function* rowsOf(
  context: Context,
  supplier: { id: number; name: string },
  days: StatementDays,
): AsyncGenerator<Row[]> {
  const { openingBalance, entries, closingBalance } = await statementOf(context, supplier.id, days);
  const all: Row[] = [
    { kind: "opening", day: days.fromDate, balance: openingBalance, supplierName: supplier.name },
    ...entries.map((entry) => ({ ...entry, supplierName: supplier.name })),
    { kind: "closing", day: days.toDate, balance: closingBalance, supplierName: supplier.name },
  ];
  for (let i = 0; i < all.length; i += rowsInBatch) yield all.slice(i, i + rowsInBatch);
}

/** The closing balance follows from the entries, so that both are of the same moment. */
async function statementOf(context: Context, supplierId: number, days: StatementDays) {
  const entries = await entriesIn(context, supplierId, days);
  const [first] = entries;
  const openingBalance = first
    ? round2(first.balance - first.amount)
    : (await sumsOf(context, supplierId, days)).openingBalance;
  return { openingBalance, entries, closingBalance: entries.at(-1)?.balance ?? openingBalance };
}

const entryIn = (row: Row): StatementEntry | undefined => ("amount" in row ? row : undefined);
const balanceNames = { opening: "Opening balance", closing: "Closing balance" };
const nameOf = (row: Row) => ("amount" in row ? entryName(row) : balanceNames[row.kind]);
const documentIn = (row: Row) => entryIn(row)?.document;
const numberIn = (row: Row) => {
  const entry = entryIn(row);
  return entry && entryNumber(entry);
};

const columns: Column<Row>[] = [
  { title: "Date", width: 14, kind: "day", value: ({ day }) => day },
  { title: "Supplier", width: 28, kind: "text", value: ({ supplierName }) => supplierName },
  { title: "Entry", width: 26, kind: "text", value: nameOf },
  { title: "Number", width: 14, kind: "text", value: numberIn },
  { title: "Marketplace", width: 22, kind: "text", value: (row) => documentIn(row)?.marketplaceName },
  {
    title: "Reference",
    width: 20,
    kind: "text",
    note: "On the bank statement of the supplier.",
    value: (row) => entryIn(row)?.payment?.reference,
  },
  {
    title: "Reason",
    width: 30,
    kind: "text",
    note: "Why the bank returned a payment.",
    value: (row) => entryIn(row)?.payment?.reason,
  },
  {
    title: "Withheld",
    width: 14,
    kind: "money",
    note: "The part of a payment that is kept for the Tax Office, because no ABN was quoted.",
    value: (row) => entryIn(row)?.payment?.withheld || undefined,
  },
  {
    title: "Supplies",
    width: 14,
    kind: "money",
    note: "Goods and shipping, inc GST.",
    value: (row) => documentIn(row)?.supplies,
  },
  {
    title: "Commission",
    width: 14,
    kind: "money",
    note: "Inc GST. It is deducted.",
    value: (row) => documentIn(row)?.commission,
  },
  {
    title: "Charges",
    width: 14,
    kind: "money",
    note: "Inc GST. They are deducted; credits are below zero.",
    value: (row) => documentIn(row)?.charges,
  },
  {
    title: "Amount",
    width: 14,
    kind: "money",
    note: "Inc GST. Above zero it is owed to the supplier; payments are below zero.",
    value: (row) => entryIn(row)?.amount,
  },
  {
    title: "Balance",
    width: 14,
    kind: "money",
    note: "Owed to the supplier after this entry; below zero the supplier owes it.",
    value: ({ balance }) => balance,
  },
];

/** A longer one takes more time and memory than making a document may. */
const mostOnPaper = 2_000;

export const statementDocument: Handler<Invoices["statementDocument"]> = async ({ id, ...days }, context) => {
  const supplier = await supplierOf(context, id);
  assertDays(days);
  const { count } = await sumsOf(context, id, days);
  if (count > mostOnPaper)
    throw invalid({
      fromDate: [
        `A statement on paper has at most ${mostOnPaper.toLocaleString("en-AU")} entries, and this one has ${count.toLocaleString("en-AU")}. Please choose fewer days, or export it.`,
      ],
    });
  const { db, now, config, caller } = context;
  const data = {
    ...(await statementOf(context, id, days)),
    ...days,
    supplierName: supplier.legalName || supplier.name,
    abn: supplier.abn,
    address: await addressOf(db, supplier.billingAddressId),
    today: dayOf(now.toISOString(), config.timeZone),
    letterhead: await letterheadOf(context),
  };
  return {
    content: await makeDocument(statementPdf, data, caller.userId),
    contentType: "application/pdf",
    fileName: `Statement-${id}.pdf`,
  };
};
