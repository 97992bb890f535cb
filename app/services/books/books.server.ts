/** The trial balance with the GST, the journal, and their files. */
import { booksPaths } from "#app/lib/books-paths.ts";
import { notExported } from "#app/lib/export.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { supplierFilter } from "#app/services/forms/pickers.server.ts";
import { exportedAs } from "#app/services/pages/exports.server.ts";
import { filtersOf } from "#app/services/pages/filters.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { books } from "#contract/books/operations.ts";
import type { AccountBalance, GstFigures, Posting } from "#contract/books/schema.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { bookAccountNames, bookAccounts } from "#contract/rules/books.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";
import { postingName, postingNumber } from "#contract/rules/posting.ts";
import { bookDays } from "./days.server.ts";

export async function loadTrialBalance(context: RequestContext) {
  const { rules, ranges, leftOut } = await bookDays(context);
  const own = { ...rules, absent: [...rules.absent, "account", "supplierId"] };
  const days = filtersOf(context, books.trialBalance, own);
  const [list, gst] = await Promise.all([
    loadList(context, books.trialBalance, { buttons: {}, ...own }),
    context.api(books.gst, days),
  ]);
  const { rows } = list.data;
  return {
    ...list,
    data: {
      ...list.data,
      ...(leftOut && { leftOut }),
      rows: rows.map((row) => ({ ...row, name: bookAccountNames[row.account], to: journalOf(row.account, days) })),
      totals: totalsOf(rows),
      gst: gstText(gst, days),
      days: { ranges },
    },
  };
}

/** Without a day on one side the address says so, because the journal has days of its own otherwise. */
const journalOf = (account: Posting["account"], { fromDate = "", toDate = "" }: Record<string, string>) =>
  `${booksPaths.journal()}?${new URLSearchParams({ fromDate, toDate, account })}`;

function totalsOf(rows: readonly AccountBalance[]) {
  const sum = (figure: "opening" | "debit" | "credit" | "closing") => add(...rows.map((row) => row[figure]));
  return { opening: sum("opening"), debit: sum("debit"), credit: sum("credit"), closing: sum("closing") };
}

const gstText = ({ sales, purchases }: GstFigures, days: Record<string, string>) => [
  { label: "GST on commission and charges", mark: "part of 1A", to: journalOf("gstOnSales", days), ...sales },
  { label: "GST on purchases from suppliers", mark: "part of 1B", to: journalOf("gstOnPurchases", days), ...purchases },
];

export async function loadJournal(context: RequestContext) {
  const { rules, ranges, leftOut } = await bookDays(context);
  const list = await loadList(context, books.journal, {
    buttons: { canPay: invoices.paymentRun },
    ...rules,
    options: {
      account: async () => bookAccounts.map((value) => ({ value, label: bookAccountNames[value] })),
      supplierId: () => supplierFilter(context, booksPaths.journal()),
    },
  });
  const canPay = list.data.may.canPay === true;
  return {
    ...list,
    data: {
      ...list.data,
      ...(leftOut && { leftOut }),
      rows: list.data.rows.map((row) => shown(row, canPay)),
      days: { ranges },
    },
  };
}

const shown = (row: Posting, canPay: boolean) => ({
  key: [row.kind, row.id, row.supplierId, row.account].join("-"),
  day: formatPlainDay(row.day),
  name: postingName(row),
  number: postingNumber(row),
  to: pathOf(row, canPay),
  supplierName: row.supplierName,
  account: bookAccountNames[row.account],
  debit: row.debit,
  credit: row.credit,
});

/** A row of the journal. */
export type ShownPosting = ReturnType<typeof shown>;

function pathOf({ kind, id }: Posting, canPay: boolean): string | undefined {
  if (kind === "openingBalance") return withParams(paths.charges(), { chargeId: id });
  if (kind === "document") return paths.invoice(id);
  return canPay ? paths.payment(id) : undefined;
}

export async function exportJournal(context: RequestContext): Promise<Response> {
  const { rules } = await bookDays(context);
  const { format, fileName } = exportedAs(context, "Journal.xlsx");
  return download(context, {
    operation: books.journalExport,
    input: { ...filtersOf(context, books.journal, rules), ...format },
    fileName,
    page: `${booksPaths.journal()}${context.url.search}`,
    notDownloaded: notExported,
  });
}

export async function exportTrialBalance(context: RequestContext): Promise<Response> {
  const { rules } = await bookDays(context);
  const { format, fileName } = exportedAs(context, "TrialBalance.xlsx");
  return download(context, {
    operation: books.trialBalanceExport,
    input: { ...filtersOf(context, books.gst, rules), ...format },
    fileName,
    page: `${booksPaths.trialBalance()}${context.url.search}`,
    notDownloaded: notExported,
  });
}
