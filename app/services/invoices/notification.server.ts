/** The dialog that notifies suppliers of their invoices. */

import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { invoiceMessages, maxNotified } from "#contract/invoices/commands.ts";
import { notifyForm } from "#contract/invoices/forms.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { mostNamed } from "#contract/rules/most-named.ts";

export async function loadNotification(context: RequestContext) {
  const [{ invoices: ready, newestDate, withoutContact, notIssuable }, zone] = await Promise.all([
    context.api(invoices.toNotify, {}),
    operatorZone(),
  ]);
  return {
    ready: ready.map(({ id, invoiceDate, ...row }) => ({
      ...row,
      id: String(id),
      number: invoiceNumber(id),
      day: formatDay(invoiceDate, zone),
    })),
    newestDate,
    newestDay: newestDate ? formatDay(newestDate, zone) : undefined,
    withoutContact,
    notIssuable,
    parent: `${paths.invoices()}${context.url.search}`,
    commandId: newCommandId(),
  };
}

export type NotificationPage = Awaited<ReturnType<typeof loadNotification>>;

/** One field for each invoice, plus the form's other fields. */
export const maxNotifyFields = maxNotified + 100;

/** Which documents were not issued: a registration may have changed since the page was opened. */
function leftOut(ids: readonly number[]): string {
  if (ids.length === 0) return "";
  const numbers = ids.slice(0, mostNamed).map(invoiceNumber).join(", ");
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "";
  return ` Left out, because they must not be issued: ${numbers}${more}.`;
}

/** The date is that of the newest invoice shown: an invoice that is regenerated in the meantime is not notified. */
export const notifyForms: Record<string, CommandForm> = {
  notify: commandForm({
    operation: invoices.notifySuppliers,
    schema: notifyForm,
    input: (typed) => typed,
    async refresh(typed, what, context) {
      if (what === "none") return { ...typed, InvoiceIds: [] };
      if (what !== "all") return typed;
      const { invoices: ready } = await context.api(invoices.toNotify, {});
      return { ...typed, InvoiceIds: ready.map(({ id }) => String(id)) };
    },
    saved: (answer) => `${invoiceMessages.generated}${leftOut(answer?.notIssuable ?? [])}`,
    notSaved: invoiceMessages.notGenerated,
    next: ({ url }) => `${paths.invoices()}${url.search}`,
  }),
};
