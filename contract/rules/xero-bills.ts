/**
 * Bills as text that Xero imports: the columns of its template for bills, in their order. Tax rates go by their name in
 * Xero, amounts are ex GST with the GST beside them, and a bill below zero is a credit note.
 */
import { asText, type Bill, type BillLine, billDayText } from "./bills.ts";

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

/** The most documents that Xero takes in one file. */
export const mostBillsInFile = 500;

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const cellsOf = (bill: Bill, line: BillLine): Partial<Record<Column, string>> => ({
  "*ContactName": asText(bill.contactName),
  "*InvoiceNumber": bill.number,
  "*InvoiceDate": billDayText(bill.day),
  "*DueDate": billDayText(bill.dueDay),
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
