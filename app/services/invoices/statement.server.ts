/** The statement of account of a supplier, and its files. */
import { notExported } from "#app/lib/export.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { statementPaths } from "#app/lib/statement-paths.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { exportedAs, wrongDays } from "#app/services/pages/exports.server.ts";
import { type FilterRules, filtersOf } from "#app/services/pages/filters.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { StatementEntry } from "#contract/invoices/supplier-statement.ts";
import { can } from "#contract/permissions.ts";
import { dayOf, formatPlainDay, monthOf } from "#contract/rules/dates.ts";
import { balanceText, entryDetails, entryName, entryNumber } from "#contract/rules/supplier-statement.ts";

const idOf = ({ param }: RequestContext) => param("id");

/** The days of the query string; this month if it has none. A last day before the first one is left out. */
async function daysOf(context: RequestContext) {
  const { timeZone, ranges } = await daysFor();
  const rules: FilterRules = {
    defaults: monthOf(dayOf(new Date().toISOString(), timeZone)),
    fixed: { id: idOf(context) },
  };
  const absent = wrongDays(filtersOf(context, invoices.statement, rules));
  const withoutWrong = { ...rules, absent };
  return {
    ranges,
    isWrong: absent.length > 0,
    rules: withoutWrong,
    days: filtersOf(context, invoices.statement, withoutWrong),
  };
}

export async function loadStatement(context: RequestContext) {
  const id = Number(idOf(context));
  const { ranges, isWrong, rules, days } = await daysOf(context);
  const [list, balances, permissions] = await Promise.all([
    loadList(context, invoices.statement, { buttons: {}, ...rules }),
    context.api(invoices.statementBalances, { ...days, id }),
    permissionsOf(context),
  ]);
  const canPay = can(permissions, invoices.paymentRun);
  return {
    ...list,
    data: {
      ...list.data,
      ...(isWrong && { leftOut: "The last day is before the first one, so it was ignored." }),
      supplierId: id,
      balances: { ...balances, meaning: balanceText(balances.closingBalance) },
      days: { ranges },
      rows: list.data.rows.map((row) => shown(row, canPay)),
    },
  };
}

function shown(entry: StatementEntry, canPay: boolean) {
  const { kind, id, day, amount, balance } = entry;
  return {
    key: `${kind}-${id}`,
    day: formatPlainDay(day),
    name: entryName(entry),
    number: entryNumber(entry),
    to: pathOf(entry, canPay),
    about: entryDetails(entry),
    amount,
    balance,
  };
}

/** A row of the statement. */
export type ShownEntry = ReturnType<typeof shown>;

/** Supplier staff see a payment on the page of an invoice in it. */
function pathOf({ kind, id, payment }: StatementEntry, canPay: boolean): string | undefined {
  if (kind === "openingBalance") return withParams(paths.charges(), { chargeId: id });
  if (kind === "document") return paths.invoice(id);
  if (canPay) return paths.payment(id);
  return payment?.invoiceId ? paths.invoice(payment.invoiceId) : undefined;
}

const pageOf = (context: RequestContext) => `${statementPaths.of(idOf(context))}${context.url.search}`;

export async function exportStatement(context: RequestContext): Promise<Response> {
  const { days } = await daysOf(context);
  const id = Number(idOf(context));
  const { format, fileName } = exportedAs(context, `Statement-${id}.xlsx`);
  return download(context, {
    operation: invoices.statementExport,
    input: { ...days, id, ...format },
    fileName,
    page: pageOf(context),
    notDownloaded: notExported,
  });
}

export async function downloadStatement(context: RequestContext): Promise<Response> {
  const { days } = await daysOf(context);
  const id = Number(idOf(context));
  return download(context, {
    operation: invoices.statementDocument,
    input: { ...days, id },
    fileName: `Statement-${id}.pdf`,
    isShown: true,
    page: pageOf(context),
    notDownloaded: notExported,
  });
}
