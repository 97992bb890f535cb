/** Bills for the accounting program: the exports, and the codes that they need. */
import { booksPaths } from "#app/lib/books-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { type BillExportRow, billCodesForm, billMessages, exportBills } from "#contract/books/exports.ts";
import { books } from "#contract/books/operations.ts";
import { daysOfMonth, monthIn, monthsLater } from "#contract/rules/books.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";

export async function loadBillExports(context: RequestContext) {
  const [list, zone] = await Promise.all([
    loadList(context, books.billExports, { buttons: { canAdd: books.exportBills } }),
    operatorZone(),
  ]);
  return { ...list, data: { ...list.data, rows: list.data.rows.map((row) => listed(row, zone)) } };
}

const listed = ({ fromDate, toDate, madeDate, madeByUserFullName: by, ...row }: BillExportRow, zone: string) => ({
  ...row,
  days: `${formatPlainDay(fromDate)} to ${formatPlainDay(toDate)}`,
  made: `${formatMoment(madeDate, zone)}${by ? ` by ${by}` : ""}`,
});

/** A row of the list. */
export type ListedBillExport = ReturnType<typeof listed>;

/** Last month is what is exported most often. */
export async function loadNewExport({ url }: RequestContext) {
  const today = dayOf(new Date().toISOString(), await operatorZone());
  const { fromDate, toDate } = daysOfMonth(monthsLater(monthIn(today), -1));
  return { fromDate, toDate, parent: toList({ url }), commandId: newCommandId() };
}

export async function loadCodes(context: RequestContext) {
  const codes = await context.api(books.billCodes, {});
  return { codes, shown: shownText(codes), parent: toList(context), commandId: newCommandId() };
}

const toList = ({ url }: Pick<RequestContext, "url">) => `${booksPaths.bills()}${url.search}`;

export const billForms: Record<string, CommandForm> = {
  export: commandForm({
    operation: books.exportBills,
    schema: exportBills,
    input: (values) => values,
    saved: billMessages.exported,
    notSaved: billMessages.notExported,
    next: () => booksPaths.bills(),
  }),
  codes: commandForm({
    operation: books.updateBillCodes,
    schema: billCodesForm,
    input: (values) => values,
    saved: billMessages.saved,
    notSaved: billMessages.notSaved,
    next: toList,
  }),
};

export async function downloadBills(context: RequestContext): Promise<Response> {
  const id = Number(context.param("id"));
  return download(context, {
    operation: books.billFile,
    input: { id },
    fileName: `Bills-${id}.csv`,
    keepsName: true,
    page: booksPaths.bills(),
    notDownloaded: billMessages.notDownloaded,
  });
}
