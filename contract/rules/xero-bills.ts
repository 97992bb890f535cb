/**
 * Bills as text that Xero imports: the columns of its template for bills, in their order. Tax rates go by their name in
 * Xero, amounts are ex GST with the GST beside them, and a bill below zero is a credit note.
 */

const columns = [
  "*ContactName",
  "EmailAddress",
  "POAddressLine1",
  "POAddressLine2",
  "POAddressLine3",
  "POAddressLine4",
  "POCity",
  "PORegion",
  "POPostalCode",
  "POCountry",
  "*InvoiceNumber",
  "*InvoiceDate",
  "*DueDate",
  "Total",
  "InventoryItemCode",
  "Description",
  "*Quantity",
  "*UnitAmount",
  "*AccountCode",
  "*TaxType",
  "TaxAmount",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
  "Currency",
] as const;
type Column = (typeof columns)[number];

export interface BillLine {
  description: string;
  /** Dollars; what is charged to the supplier is below zero. */
  exTax: number;
  tax: number;
  accountCode: string;
  taxName: string;
}

export interface Bill {
  contactName: string;
  number: string;
  /** Days, as `2026-03-02`. */
  day: string;
  dueDay: string;
  lines: readonly BillLine[];
}

/** The most documents that Xero takes in one file. */
export const mostBillsInFile = 500;

const dayText = (day: string) => day.split("-").toReversed().join("/");

/** Spreadsheets would take a text that begins with one of these for a formula. */
const asText = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);
const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const cellsOf = (bill: Bill, line: BillLine): Partial<Record<Column, string>> => ({
  "*ContactName": asText(bill.contactName),
  "*InvoiceNumber": bill.number,
  "*InvoiceDate": dayText(bill.day),
  "*DueDate": dayText(bill.dueDay),
  Description: asText(line.description),
  "*Quantity": "1",
  "*UnitAmount": line.exTax.toFixed(2),
  "*AccountCode": asText(line.accountCode),
  "*TaxType": asText(line.taxName),
  TaxAmount: line.tax.toFixed(2),
  Currency: "AUD",
});

/** Returns the text of a file: a head, and a row for each line of each bill. */
export function xeroBills(bills: readonly Bill[]): string {
  const rows = bills.flatMap((bill) =>
    bill.lines.map((line) => {
      const cells = cellsOf(bill, line);
      return columns.map((column) => quoted(cells[column] ?? ""));
    }),
  );
  return [columns, ...rows].map((cells) => `${cells.join()}\r\n`).join("");
}
