/** The headings, rows and drop-down lists of a worksheet. */
import type { CellErrorValue, CellValue, Style } from "exceljs";
import type WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";
import type { SheetWriter } from "exceljs/lib/stream/xlsx/workbook-writer.js";
import type { Cell, Layout, List } from "#api/core/excel/sheet.ts";
import { dayMs } from "#contract/rules/dates.ts";

/** Adds a worksheet with bold, frozen headings. */
export function addSheet(book: WorkbookWriter, { name, columns }: Layout): SheetWriter {
  const sheet = book.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ title, width, isHidden, format }) => ({
    header: title,
    width,
    hidden: isHidden,
    style: format ? { numFmt: format } : {},
  }));
  const heading = sheet.getRow(1);
  heading.font = { bold: true };
  columns.forEach(({ note }, i) => {
    if (note) heading.getCell(i + 1).note = note;
  });
  heading.commit();
  return sheet;
}

/** All cells of a column share one style object: the writer would look up a separate one for each cell. */
export function writeRow(sheet: SheetWriter, cells: readonly Cell[]): void {
  const row = sheet.addRow(cells.map(cellValue));
  cells.forEach((cell, i) => {
    if (cell !== undefined) row.getCell(i + 1).style = styleOf(cell, sheet.columns[i]?.style ?? {});
  });
  row.commit();
}

/** Text that looks like an XML entity is written as rich text, because exceljs decodes `&amp;` twice when it reads text. */
function cellValue(cell: Cell): CellValue {
  if (typeof cell === "object" && "error" in cell) return cell as CellErrorValue;
  return typeof cell === "string" && /&[a-z]*;/.test(cell) ? { richText: [{ text: cell }] } : cell;
}

const [day, moment] = [{ numFmt: "dd mmm yyyy" }, { numFmt: "dd mmm yyyy hh:mm:ss" }];

/** Excel shows a date without a format as a number. */
function styleOf(cell: Cell, ofColumn: Partial<Style>): Partial<Style> {
  if (!(cell instanceof Date) || ofColumn.numFmt) return ofColumn;
  return cell.getTime() % dayMs === 0 ? day : moment;
}

/**
 * Writes the lists that are too long for a validation rule into a hidden worksheet, one column each.
 * @returns the reference of each of them
 */
export function writeChoices(book: WorkbookWriter, { columns }: Layout): ReadonlyMap<List, string> {
  const long = columns.flatMap(({ list }) => (list && !list.inline ? [list] : []));
  if (long.length === 0) return new Map();
  const sheet = book.addWorksheet("Choices", { state: "hidden" });
  const rows = Math.max(...long.map(({ values }) => values.length));
  for (let i = 0; i < rows; i++) sheet.addRow(long.map(({ values }) => cellValue(values[i]))).commit();
  const references = long.map((list, i): [List, string] => {
    const { letter } = sheet.getColumn(i + 1);
    return [list, `Choices!$${letter}$1:$${letter}$${list.values.length}`];
  });
  sheet.commit();
  return new Map(references);
}

/** Adds the lists of allowed values. Not to a sheet without rows, because readers expand a rule into one for each cell. */
export function addDropDowns(
  sheet: SheetWriter,
  { columns }: Layout,
  lastRow: number,
  references: ReadonlyMap<List, string>,
): void {
  if (lastRow === 1) return;
  columns.forEach(({ list }, i) => {
    if (!list) return;
    const { letter } = sheet.getColumn(i + 1);
    sheet.dataValidations.add(`${letter}2:${letter}${lastRow}`, {
      type: "list",
      allowBlank: true,
      formulae: [list.inline ?? references.get(list)],
      showErrorMessage: list.isClosed,
    });
  });
}
