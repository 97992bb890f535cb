/** Closing and reopening months. */
import { booksPaths } from "#app/lib/books-paths.ts";
import { chargePaths } from "#app/lib/charge-paths.ts";
import { holdPaths } from "#app/lib/order-hold-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { filtersOf } from "#app/services/pages/filters.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { bookMessages, type Closing, type ClosingRow, closeMonth, reopenForm } from "#contract/books/closing.ts";
import { books } from "#contract/books/operations.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { can } from "#contract/permissions.ts";
import { daysOfMonth, formatMonth, type MonthCheck, monthIn, monthsLater } from "#contract/rules/books.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";

/** For the first month that is closed. */
const offeredMonths = 24;

export async function loadMonths(context: RequestContext) {
  const [list, closing, zone, permissions] = await Promise.all([
    loadList(context, books.closings, { buttons: { canClose: books.closeMonth } }),
    context.api(books.closing, filtersOf(context, books.closing, {})),
    operatorZone(),
    permissionsOf(context),
  ]);
  const { month, lastClosed, whyNot } = closing;
  const current = monthIn(dayOf(new Date().toISOString(), zone));
  return {
    ...list,
    data: {
      ...list.data,
      rows: list.data.rows.map((row) => listed(row, zone, lastClosed)),
      closing: {
        month,
        name: formatMonth(month),
        closedTo: lastClosed ? formatMonth(lastClosed) : undefined,
        whyNot,
        checks: checksOf(closing, can(permissions, invoices.makePayment)),
        isRefused: closing.checks.some(({ refuses, count }) => refuses && count > 0),
        // Once a month is closed, the next one follows.
        choices: lastClosed ? [] : monthsBefore(current),
      },
      commandId: newCommandId(),
    },
  };
}

const monthsBefore = (current: string) =>
  Array.from({ length: offeredMonths }, (_, i) => monthsLater(current, -1 - i)).map((value) => ({
    value,
    label: formatMonth(value),
  }));

const listed = (row: ClosingRow, zone: string, lastClosed: string | null) => ({
  id: row.id,
  month: row.month,
  name: formatMonth(row.month),
  closed: byText(row.closedDate, row.closedByUserFullName, zone),
  reopened: row.reopenedDate ? byText(row.reopenedDate, row.reopenedByUserFullName, zone) : undefined,
  reason: row.reopenReason,
  isLast: row.month === lastClosed && !row.reopenedDate,
});

const byText = (moment: string, by: string | null | undefined, zone: string) =>
  `${formatMoment(moment, zone)}${by ? ` by ${by}` : ""}`;

/** A row of the list. */
export type ListedClosing = ReturnType<typeof listed>;

const checkNames: Record<MonthCheck, string> = {
  drafts: "Drafts dated up to its end. They count when they are issued",
  uninvoiced: "Suppliers with sales or adjustments that no document has. They count when it is issued",
  charges: "Charges and credits of its days that wait for a document. They count when it is issued",
  monthlyCharges: "Monthly charges of its days that are still to be entered",
  payments: "Payments with a bank date up to its end that nobody has released",
  heldRows: "Rows that are held from being invoiced. They count when a document with them is issued",
  held: "Issued documents whose payment is held",
};

const checksOf = ({ month, checks }: Closing, canPay: boolean) =>
  checks.map(({ check, ...figures }) => ({
    ...figures,
    check,
    label: checkNames[check],
    to: figures.count > 0 ? placeOf(check, month, canPay) : undefined,
  }));

/** Where the records of a check are; undefined if the user may not open it. */
function placeOf(check: MonthCheck, month: string, canPay: boolean): string | undefined {
  const { toDate } = daysOfMonth(month);
  const places: Record<MonthCheck, string | undefined> = {
    drafts: withParams(paths.invoices(), { state: "draft", toDate }),
    uninvoiced: canPay ? paths.generateInvoices() : undefined,
    charges: withParams(paths.charges(), { state: "waiting", toDay: toDate }),
    monthlyCharges: chargePaths.monthly(),
    payments: canPay ? paths.payments() : undefined,
    heldRows: holdPaths.orders(),
    held: withParams(paths.invoices(), { heldOnly: "true" }),
  };
  return places[check];
}

export async function loadReopening(context: RequestContext) {
  const { lastClosed } = await context.api(books.closing, {});
  if (lastClosed === null || context.param("month") !== lastClosed) throw missing();
  return { name: formatMonth(lastClosed), parent: toMonths(context), commandId: newCommandId() };
}

const toMonths = ({ url }: RequestContext) => `${booksPaths.months()}${url.search}`;

export const monthForms: Record<string, CommandForm> = {
  close: commandForm({
    operation: books.closeMonth,
    schema: closeMonth,
    input: (values) => values,
    saved: bookMessages.closed,
    notSaved: bookMessages.notClosed,
    next: () => booksPaths.months(),
  }),
  reopen: commandForm({
    operation: books.reopenMonth,
    schema: reopenForm,
    input: (values, context) => ({ ...values, Month: context.param("month") }),
    saved: bookMessages.reopened,
    notSaved: bookMessages.notReopened,
    next: toMonths,
  }),
};
