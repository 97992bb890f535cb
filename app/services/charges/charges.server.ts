/** Loaders and forms of charges and credits to suppliers. */
import { chargePaths } from "#app/lib/charge-paths.ts";
import { notExported } from "#app/lib/export.ts";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import {
  marketplaceFilter,
  marketplaceOptions,
  recordPicker,
  supplierFilter,
} from "#app/services/forms/pickers.server.ts";
import { daysFor } from "#app/services/pages/days.server.ts";
import { exportedAs } from "#app/services/pages/exports.server.ts";
import { filtersOf } from "#app/services/pages/filters.server.ts";
import { importsOf } from "#app/services/pages/imports.server.ts";
import { loadList } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { chargeForm } from "#contract/charges/forms.ts";
import { charges } from "#contract/charges/operations.ts";
import { type ChargeRow, chargeMessages, type MonthlyChargeRow, withdrawForm } from "#contract/charges/schema.ts";
import { chargesFile } from "#contract/charges/workbook.ts";
import { chargeKindNames, chargeKinds, chargeStateNames, chargeStates } from "#contract/rules/charge.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { taxClasses, taxClassLabel, untaxedName } from "#contract/rules/tax-class.ts";

const kindOptions = chargeKinds.map((value) => ({ value, label: chargeKindNames[value] }));
const stateOptions = chargeStates.map((value) => ({ value, label: chargeStateNames[value] }));

export async function loadCharges(context: RequestContext) {
  const [list, days] = await Promise.all([
    loadList(context, charges.list, {
      views: "charges",
      buttons: { canAdd: charges.add, canImport: charges.importCheck, canExport: charges.export },
      options: {
        supplierId: () => supplierFilter(context, paths.charges()),
        marketplaceId: () => marketplaceFilter(context),
        kind: async () => kindOptions,
        state: async () => stateOptions,
      },
    }),
    daysFor(),
  ]);
  return { ...list, data: { ...list.data, rows: list.data.rows.map(listed), days } };
}

const listed = ({ enteredDate, ...row }: ChargeRow) => ({
  ...row,
  dayText: formatPlainDay(row.day),
  kindName: chargeKindNames[row.kind],
  stateName: chargeStateNames[row.state],
  untaxed: untaxedName(row.taxClass),
  invoice: row.invoiceId ? invoiceNumber(row.invoiceId) : undefined,
});

/** A row of the list. */
export type ListedCharge = ReturnType<typeof listed>;

export async function loadMonthlyCharges(context: RequestContext) {
  const list = await loadList(context, charges.monthly, { buttons: { canEnd: charges.endMonthly } });
  const { canEnd } = list.data.may;
  const rows = list.data.rows.map((row) => ({ ...listedMonthly(row), canEnd: canEnd === true && row.nextDay != null }));
  return { ...list, data: { ...list.data, rows } };
}

const listedMonthly = (row: MonthlyChargeRow) => ({
  ...row,
  kindName: chargeKindNames[row.kind],
  days: `From ${formatPlainDay(row.firstDay)}${row.lastDay ? ` to ${formatPlainDay(row.lastDay)}` : ""}`,
  next: row.nextDay ? formatPlainDay(row.nextDay) : undefined,
});

/** A row of the list of monthly charges. */
export type ListedMonthlyCharge = ReturnType<typeof listedMonthly> & { canEnd: boolean };

export async function loadNewCharge(context: RequestContext) {
  const [suppliers, marketplaces, { gstRate }, zone] = await Promise.all([
    recordPicker(context, "suppliers"),
    marketplaceOptions(context),
    configuration(),
    operatorZone(),
  ]);
  return {
    suppliers,
    marketplaces,
    kinds: kindOptions,
    taxClasses: taxClasses.map((value) => ({ value, label: taxClassLabel(value, gstRate) })),
    today: dayOf(new Date().toISOString(), zone),
    supplierId: context.url.searchParams.get("supplierId") ?? "",
    commandId: newCommandId(),
  };
}

export async function loadChargeToWithdraw(context: RequestContext) {
  const id = context.param("id");
  const { items } = await context.api(charges.list, { chargeId: id, includeTotalCount: false });
  const [charge] = items;
  if (!charge?.canWithdraw) throw missing();
  return { charge: listed(charge), parent: below(context), commandId: newCommandId() };
}

export async function loadMonthlyToEnd(context: RequestContext) {
  const { items } = await context.api(charges.monthly, { monthlyChargeId: context.param("id") });
  const [charge] = items;
  if (!charge?.nextDay) throw missing();
  return { charge: listedMonthly(charge), commandId: newCommandId() };
}

const below = (context: RequestContext) => `${paths.charges()}${context.url.search}`;

export const chargeForms: Record<string, CommandForm> = {
  add: commandForm({
    operation: charges.add,
    schema: chargeForm,
    input: ({ Direction, AmountIncTax, IsMonthly, ...values }) => ({
      ...values,
      AmountIncTax: Direction === "credit" ? -AmountIncTax : AmountIncTax,
      IsMonthly: IsMonthly === "true",
    }),
    saved: chargeMessages.added,
    notSaved: chargeMessages.notAdded,
    next: below,
  }),
  withdraw: commandForm({
    operation: charges.withdraw,
    schema: withdrawForm,
    input: (values, context) => ({ ...values, ChargeId: context.param("id") }),
    saved: chargeMessages.withdrawn,
    notSaved: chargeMessages.notWithdrawn,
    next: below,
  }),
  end: commandForm({
    operation: charges.endMonthly,
    input: (_, context) => ({ MonthlyChargeId: context.param("id") }),
    saved: chargeMessages.ended,
    notSaved: chargeMessages.notEnded,
    next: (context) => `${chargePaths.monthly()}${context.url.search}`,
  }),
};

export function exportCharges(context: RequestContext): Promise<Response> {
  const { format, fileName } = exportedAs(context, chargesFile);
  return download(context, {
    operation: charges.export,
    input: { ...filtersOf(context, charges.list, {}), ...format },
    fileName,
    page: below(context),
    notDownloaded: notExported,
  });
}

export const chargeImports = importsOf(charges, { charges: charges.importCheck }, chargePaths.imported, {
  endings: [".xlsx", ".csv"],
});
