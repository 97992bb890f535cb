/**
 * Bills as text that MYOB AccountRight imports as service bills: columns go by their names, are separated by tabs, and an
 * empty line ends each bill. The supplier's card is found by its name, and its own terms say when the bill is due.
 */
import { asText, type Bill, type BillLine, billDayText } from "./bills.ts";
import { add } from "./money.ts";

const columns = [
  "Co./Last Name",
  "Purchase #",
  "Date",
  "Supplier Invoice #",
  "Delivery Status",
  "Description",
  "Account #",
  "Amount",
  "Inc-Tax Amount",
  "Journal Memo",
  "Tax Code",
  "Non-GST Amount",
  "GST Amount",
  "Purchase Status",
] as const;
type Column = (typeof columns)[number];

/** The longest description and memo, in characters. */
const longestText = 255;

/** A tab or a line break would begin another cell or row. */
const oneLine = (text: string) => text.replace(/[\t\r\n]+/g, " ").trim();

const cellsOf = (bill: Bill, { description, exTax, tax, accountCode, taxName }: BillLine): Record<Column, string> => ({
  "Co./Last Name": asText(bill.contactName),
  "Purchase #": bill.number,
  Date: billDayText(bill.day),
  "Supplier Invoice #": bill.number,
  // Printed and sent: the document has been issued.
  "Delivery Status": "A",
  Description: asText(description).slice(0, longestText),
  "Account #": asText(accountCode),
  Amount: exTax.toFixed(2),
  "Inc-Tax Amount": add(exTax, tax).toFixed(2),
  "Journal Memo": `Purchase; ${bill.contactName}`.slice(0, longestText),
  "Tax Code": asText(taxName),
  "Non-GST Amount": "0.00",
  "GST Amount": tax.toFixed(2),
  "Purchase Status": "B",
});

/** Returns the text of a file: a head, and for each bill a row for each of its lines, then an empty line. */
export function myobBills(bills: readonly Bill[]): string {
  const row = (cells: readonly string[]) => `${cells.join("\t")}\r\n`;
  const blocks = bills.map(({ lines, ...bill }) =>
    lines
      .map((line) => {
        const cells = cellsOf({ ...bill, lines }, line);
        return row(columns.map((column) => oneLine(cells[column])));
      })
      .join(""),
  );
  return `${row(columns)}${blocks.join("\r\n")}`;
}
