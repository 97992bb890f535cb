/** Workbooks of suppliers. */
import { suppliersSheet } from "#contract/suppliers/workbook.ts";
import type { Cells } from "./products-workbook.ts";
import { workbookFile, workbookOf } from "./workbook.ts";

/** Returns a workbook of these rows, with all columns that occur in them. */
export async function suppliersWorkbook(
  rows: Cells[],
  columns = [...new Set(["SupplierId", ...rows.flatMap(Object.keys)])],
): Promise<File> {
  const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
  return workbookFile(await workbookOf([columns, ...cells], suppliersSheet), "Suppliers.xlsx");
}
