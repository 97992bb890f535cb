/** Workbooks as responses. */
import type { Context } from "#api/operations/context.ts";
import type { FileAnswer } from "#api/operations/handlers.ts";
import { fileExport, streamed } from "#api/transfers/file-export.ts";
import type { Sheet } from "./sheet.ts";
import { workbookOf } from "./workbook.ts";

const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** @throws Refusal 409 while the caller has another export or import running */
export function excelExport<Row>(context: Context, fileName: string, sheet: Sheet<Row>): Promise<FileAnswer> {
  return fileExport(context, { fileName, contentType }, (signal) => workbookOf(sheet, context.config.timeZone, signal));
}

/** A workbook that does not count as an export, so it is made whatever else the caller has running. */
export function workbookFile<Row>({ config }: Context, fileName: string, sheet: Sheet<Row>): FileAnswer {
  return { content: streamed((signal) => workbookOf(sheet, config.timeZone, signal)), contentType, fileName };
}
