/** Exports as responses: workbooks, or text with a comma between the cells. */
import type { Context } from "#api/core/operations/context.ts";
import type { FileAnswer } from "#api/core/operations/handlers.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import { fileExport, streamed } from "#api/core/transfers/file-export.ts";
import type { ExportFormat } from "#contract/exports.ts";
import { maxWorksheetRows } from "#contract/files/limits.ts";
import { csvOf } from "./csv.ts";
import type { Sheet } from "./sheet.ts";
import { workbookOf } from "./workbook.ts";

const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const csvType = "text/csv; charset=utf-8";

interface Options {
  format?: ExportFormat;
  /**
   * Counts the rows of the export up to this number, where that takes little time.
   */
  countUpTo?(most: number): Promise<number>;
}

/**
 * @param fileName of the workbook
 * @throws Refusal 422 if a worksheet cannot hold the rows, 409 while the caller has another export or import running
 */
export async function excelExport<Row>(
  context: Context,
  fileName: string,
  sheet: Sheet<Row>,
  { format = "xlsx", countUpTo }: Options = {},
): Promise<FileAnswer> {
  const { timeZone, workbookRows } = context.config;
  if (format === "csv") {
    const about = { fileName: fileName.replace(/xlsx$/, "csv"), contentType: csvType };
    return fileExport(context, about, (signal) => csvOf(sheet, timeZone, signal));
  }
  const count = (await countUpTo?.(workbookRows + 1)) ?? 0;
  if (count > workbookRows) throw invalid({ format: [tooManyRows(workbookRows)] });
  return fileExport(context, { fileName, contentType }, (signal) => workbookOf(sheet, timeZone, signal));
}

const tooManyRows = (most: number) =>
  `This export has more than ${most.toLocaleString("en-AU")} rows, which is more than ${most < maxWorksheetRows ? "a workbook may have here" : "an Excel worksheet can hold"}. Please export it as CSV, or set more filters.`;

/** A workbook that does not count as an export, so it is made whatever else the caller has running. */
export function workbookFile<Row>({ config }: Context, fileName: string, sheet: Sheet<Row>): FileAnswer {
  return { content: streamed((signal) => workbookOf(sheet, config.timeZone, signal)), contentType, fileName };
}
