/** The format of an exported file: a workbook, or CSV where the query string says so. */
import type { RequestContext } from "#app/services/request/request-context.server.ts";

/** @param workbook name of the workbook */
export function exportedAs({ url }: Pick<RequestContext, "url">, workbook: string) {
  const isCsv = url.searchParams.get("format") === "csv";
  return {
    /** Part of the operation's input; empty for workbooks, because other APIs have no other format. */
    format: isCsv ? ({ format: "csv" } as const) : {},
    fileName: isCsv ? workbook.replace(/xlsx$/, "csv") : workbook,
  };
}

/** Returns the name of the field for the last day if that is before the first one. */
export const wrongDays = ({ fromDate = "", toDate = "" }: Readonly<Record<string, string>>): string[] =>
  toDate !== "" && fromDate > toDate ? ["toDate"] : [];
