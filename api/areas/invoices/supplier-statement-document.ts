/** A supplier's statement of account as a PDF. */
import { type Content, pdfOf, type TableCell } from "#api/core/documents/pdf.ts";
import type { Letterhead } from "#api/core/files/letterhead.ts";
import { light } from "#contract/colours.ts";
import type { StatementEntry } from "#contract/invoices/supplier-statement.ts";
import type { Address } from "#contract/locations/schema.ts";
import { formatAbn } from "#contract/rules/abn.ts";
import { addressLines } from "#contract/rules/address.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import {
  balanceText,
  entryDetails,
  entryName,
  entryNumber,
  statementPeriod,
} from "#contract/rules/supplier-statement.ts";

export interface StatementData {
  supplierName: string;
  abn: string;
  address: Address | null;
  /** Days, as `2026-03-02`; undefined for no limit. */
  fromDate?: string | undefined;
  toDate?: string | undefined;
  /** On which it is made. */
  today: string;
  openingBalance: number;
  entries: StatementEntry[];
  closingBalance: number;
  letterhead: Letterhead;
}

export function statementDocument(data: StatementData): Promise<Buffer> {
  const { supplierName, abn, address, today, closingBalance, letterhead } = data;
  const title = "Statement of account";
  return pdfOf({
    title: `${title}, ${supplierName}`,
    footer: `${title} · ${cut(supplierName, longestInFooter)}`,
    letterhead,
    styles: {
      title: { fontSize: 18, bold: true, margin: [0, 0, 0, 2] },
      label: { color: light.muted },
      rows: { fontSize: 8, lineHeight: 1.15, margin: [0, 14, 0, 0] },
      note: { fontSize: 8, margin: [0, 6, 0, 0] },
    },
    content: [
      { text: title, style: "title" },
      { text: statementPeriod(data) },
      { text: `Made on ${formatPlainDay(today)} by ${letterhead.name}`, style: "label", margin: [0, 0, 0, 10] },
      { text: supplierName, bold: true },
      `ABN ${abn ? formatAbn(abn) : "not given"}`,
      ...(address ? addressLines(address) : []),
      entriesTable(data),
      {
        text: `${balanceText(closingBalance)}: ${formatDollars(Math.abs(closingBalance))}`,
        bold: true,
        margin: [0, 10, 0, 0],
      },
      ...notes.map((text): Content => ({ text, style: "note" })),
    ],
  });
}

const notes = [
  "Amounts are in Australian dollars and include GST. This statement is not a tax invoice.",
  "A document counts from the day on which it was issued, and a payment from the day on which the bank makes it. What no issued document has yet is not included.",
];

const longestInFooter = 45;
const longestText = 300;
const cut = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const right = (text: string, bold = false): TableCell => ({ text, alignment: "right", bold });

/** In points. The usable width is 483 points, less the gaps between the columns. */
const widths = [58, 259, 72, 76];

function entriesTable({ openingBalance, entries, closingBalance, fromDate, toDate }: StatementData): Content {
  return {
    style: "rows",
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [
        [{ text: "Date", bold: true }, { text: "Entry", bold: true }, right("Amount", true), right("Balance", true)],
        balanceRow("Opening balance", fromDate, openingBalance),
        ...entries.map(entryRow),
        balanceRow("Closing balance", toDate, closingBalance),
      ],
    },
    layout: lined,
  };
}

const balanceRow = (name: string, day: string | undefined, balance: number): TableCell[] => [
  { text: day ? formatPlainDay(day) : "", bold: true },
  { text: name, bold: true },
  "",
  right(formatDollars(balance), true),
];

const entryRow = (entry: StatementEntry): TableCell[] => [
  formatPlainDay(entry.day),
  {
    stack: [
      `${entryName(entry)} ${entryNumber(entry)}`,
      { text: cut(entryDetails(entry), longestText), color: light.muted },
    ],
  },
  right(formatDollars(entry.amount)),
  right(formatDollars(entry.balance)),
];

const none = () => 0;
const lined = {
  hLineWidth: (i: number, { table: { body } }: { table: { body: unknown[] } }) =>
    i === 0 || i === body.length ? 0 : 0.5,
  vLineWidth: none,
  hLineColor: () => light.line,
  paddingLeft: none,
  paddingRight: (i: number) => (i === widths.length - 1 ? 0 : 6),
  paddingTop: () => 2,
  paddingBottom: () => 2,
};
