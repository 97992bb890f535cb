/** Reads workbooks as Excel would show them. */
import excel from "exceljs";
import { ordersSheet, type ShipmentColumn, shipmentColumns } from "#contract/orders/import.ts";

export async function opened(content: Buffer): Promise<excel.Workbook> {
  const book = new excel.Workbook();
  await book.xlsx.load(content as unknown as excel.Buffer);
  return book;
}

export function sheetNamed(book: excel.Workbook, name: string): excel.Worksheet {
  const sheet = book.getWorksheet(name);
  if (!sheet) throw new Error(`There is no worksheet ${name}.`);
  return sheet;
}

export const headings = (sheet: excel.Worksheet): string[] =>
  (sheet.getRow(1).values as (string | undefined)[]).slice(1).map(String);

/** Returns the rows below the heading, by column title; null if a cell is empty. */
export function rowsOf(sheet: excel.Worksheet): Record<string, excel.CellValue>[] {
  const titles = headings(sheet);
  const rows = sheet.getRows(2, sheet.rowCount - 1) ?? [];
  return rows.map((row) => Object.fromEntries(titles.map((title, i) => [title, plain(row.getCell(i + 1))])));
}

/** Returns the cell of a column in the row with this number. */
export function cellAt(sheet: excel.Worksheet, title: string, row: number): excel.Cell {
  return sheet.getRow(row).getCell(headings(sheet).indexOf(title) + 1);
}

/** Text may be written as rich text without any formatting. */
export const plain = ({ value, text }: excel.Cell): excel.CellValue =>
  typeof value === "object" && value !== null && "richText" in value ? text : value;

export type ShipmentCells = Partial<Record<ShipmentColumn, excel.CellValue>>;

/** Returns a workbook with the seven columns of an import of shipments. */
export function shipmentsWorkbook(
  rows: ShipmentCells[],
  columns: readonly string[] = shipmentColumns,
): Promise<Buffer> {
  return workbookOf([
    [...columns],
    ...rows.map((row) => columns.map((column) => row[column as ShipmentColumn] ?? null)),
  ]);
}

export async function workbookOf(rows: excel.CellValue[][], sheetName: string = ordersSheet): Promise<Buffer> {
  const book = new excel.Workbook();
  book.addWorksheet(sheetName).addRows(rows);
  return Buffer.from(await book.xlsx.writeBuffer());
}

export const workbookFile = (content: Buffer, name = "Orders.xlsx"): File => new File([new Uint8Array(content)], name);
