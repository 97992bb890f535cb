/** Exports as responses: workbooks, or text with a comma between the cells. */
import type { Context } from "#api/operations/context.ts";
import type { FileAnswer } from "#api/operations/handlers.ts";
import { invalid } from "#api/refusals/refusal.ts";
import { fileExport, streamed } from "#api/transfers/file-export.ts";
import type { ExportFormat } from "#contract/exports.ts";
import { csvOf } from "./csv.ts";
import type { Sheet } from "./sheet.ts";
import { mostRows, workbookOf } from "./workbook.ts";

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
  const { timeZone } = context.config;
  if (format === "csv") {
    const about = { fileName: fileName.replace(/xlsx$/, "csv"), contentType: csvType };
    return fileExport(context, about, (signal) => csvOf(sheet, timeZone, signal));
  }
  const count = (await countUpTo?.(mostRows + 1)) ?? 0;
  if (count > mostRows) throw invalid({ format: [tooManyRows] });
  return fileExport(context, { fileName, contentType }, (signal) => workbookOf(sheet, timeZone, signal));
}

const tooManyRows = `This export has more than ${mostRows.toLocaleString("en-AU")} rows, which is more than an Excel worksheet can hold. Please export it as CSV, or set more filters.`;

/** A workbook that does not count as an export, so it is made whatever else the caller has running. */
export function workbookFile<Row>({ config }: Context, fileName: string, sheet: Sheet<Row>): FileAnswer {
  return { content: streamed((signal) => workbookOf(sheet, config.timeZone, signal)), contentType, fileName };
}
