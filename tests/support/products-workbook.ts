/** Makes and edits workbooks of products; `product-transfers.ts` sends them to the API. */
import type excel from "exceljs";
import { productsSheet } from "#contract/products/workbook.ts";
import { headings, opened, rowsOf, sheetNamed, workbookOf } from "./workbook.ts";

export type Cells = Record<string, excel.CellValue>;

/** Returns the exported workbook with edited cells. @param edit is called with each row, and changes it */
export async function edited(
  content: Buffer,
  edit: (row: Cells, i: number) => void,
  sheetName: string = productsSheet,
): Promise<Buffer> {
  const book = await opened(content);
  const sheet = sheetNamed(book, sheetName);
  const titles = headings(sheet);
  rowsOf(sheet).forEach((cells, i) => {
    const before = { ...cells };
    edit(cells, i);
    for (const [title, value] of Object.entries(cells)) {
      if (!titles.includes(title)) throw new Error(`There is no column ${title}.`);
      if (value !== before[title]) sheet.getRow(i + 2).getCell(titles.indexOf(title) + 1).value = value;
    }
  });
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Returns a workbook of these rows, with all columns that occur in them. */
export function productsWorkbook(
  rows: Cells[],
  columns = [...new Set(["ProductId", "VariantId", ...rows.flatMap(Object.keys)])],
): Promise<Buffer> {
  return workbookOf([columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))], productsSheet);
}

/** The rows of an exported sheet as saved by another program, in this order and with these columns. */
export async function saved(
  content: Buffer,
  order: (rows: Cells[]) => Cells[],
  columns?: (titles: string[]) => string[],
): Promise<Buffer> {
  const sheet = sheetNamed(await opened(content), "Products");
  const titles = headings(sheet);
  return productsWorkbook(order(rowsOf(sheet)), columns ? columns(titles) : titles);
}
