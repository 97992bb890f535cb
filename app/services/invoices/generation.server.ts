/** The page before invoices are generated: what they would contain, and who is not ready. */

import { withWayBack } from "#app/lib/list-state.ts";
import { holdPaths } from "#app/lib/order-hold-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { progressPaths } from "#app/lib/progress-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { invoiceMessages, maxPairs } from "#contract/invoices/commands.ts";
import { generateForm } from "#contract/invoices/forms.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { ReadinessRow } from "#contract/invoices/schema.ts";
import { dayOf, endOfDay, formatPlainDay, isDay } from "#contract/rules/dates.ts";

/** Query parameter with the last day that is invoiced. */
const cutOffParameter = "cutOff";

/** `day` is a calendar day such as `2026-03-02`, or empty for all amounts up to now. */
interface CutOff {
  day: string;
  message?: string;
}

function cutOffOf({ searchParams }: URL, today: string): CutOff {
  const day = (searchParams.get(cutOffParameter) ?? "").slice(0, 50);
  if (day === "") return { day };
  if (!isDay(day)) return { day, message: "Please enter a valid cut-off date." };
  return { day, message: day > today ? "The cut-off date must not be later than today." : undefined };
}

/** Returns the moment (UTC) up to which amounts are invoiced; undefined means now. */
function momentOf(day: string, today: string, zone: string): string | undefined {
  return day === "" || day === today ? undefined : endOfDay(day, zone);
}

async function here() {
  const zone = await operatorZone();
  return { zone, today: dayOf(new Date().toISOString(), zone) };
}

/** Returns the query parameters of the list that the page was opened from. */
function listParameters({ searchParams }: URL): [string, string][] {
  return [...searchParams].filter(([name]) => name !== cutOffParameter);
}

const listSearch = (url: URL) => new URLSearchParams(listParameters(url)).toString();

const listPath = (url: URL) => [paths.invoices(), listSearch(url)].filter(Boolean).join("?");

const boxOf = ({ supplierId, marketplaceId }: ReadinessRow) => `${supplierId}-${marketplaceId}`;

/** Between others, all is held. */
const isOwed = ({ lineItems, charges }: ReadinessRow) => lineItems > 0 || charges > 0;

/** By default, suppliers that are not ready are unticked. */
const readyOnes = (rows: readonly ReadinessRow[]) => rows.filter(({ problems }) => problems.length === 0).map(boxOf);

export async function loadReadiness(context: RequestContext) {
  const { zone, today } = await here();
  const { day, message } = cutOffOf(context.url, today);
  const shownDay = message ? "" : day;
  const all = (await context.api(invoices.readiness, { date: momentOf(shownDay, today, zone) })).map((row) => ({
    ...row,
    value: boxOf(row),
    heldPath: row.held.lineItems > 0 ? holdPaths.orders(row) : undefined,
  }));
  const rows = all.filter(isOwed);
  return {
    rows,
    allHeld: all.filter((row) => !isOwed(row)),
    ready: readyOnes(rows),
    cutOff: {
      day,
      message,
      last: today,
      shownDay,
      text: shownDay && shownDay !== today ? formatPlainDay(shownDay) : undefined,
    },
    listParameters: listParameters(context.url),
    parent: listPath(context.url),
    commandId: newCommandId(),
  };
}

export type ReadinessPage = Awaited<ReturnType<typeof loadReadiness>>;

/** One field for each supplier–marketplace pair, plus the form's other fields. */
export const maxGenerateFields = maxPairs + 100;

export const generateForms: Record<string, CommandForm> = {
  generate: commandForm({
    operation: invoices.generate,
    schema: generateForm,
    async input({ CutOff, Parties }) {
      const { zone, today } = await here();
      return { InvoiceDate: momentOf(CutOff, today, zone), Only: Parties };
    },
    async refresh(typed, what, context) {
      if (what === "none") return { ...typed, Parties: [] };
      if (what !== "all" && what !== "ready") return typed;
      const { zone, today } = await here();
      const date = momentOf(String(typed.CutOff ?? ""), today, zone);
      const rows = (await context.api(invoices.readiness, { date })).filter(isOwed);
      return { ...typed, Parties: what === "all" ? rows.map(boxOf) : readyOnes(rows) };
    },
    saved: invoiceMessages.generated,
    notSaved: invoiceMessages.notGenerated,
    next: ({ url }, made) =>
      made?.processId ? withWayBack(progressPaths.invoices(made.processId), listSearch(url)) : listPath(url),
  }),
};
