/** The dialog that tells suppliers of their invoices. */
import { invoiceMessages, notifySuppliers } from "@contract/invoices/commands.ts";
import { invoices } from "@contract/invoices/operations.ts";
import { formatDay } from "@contract/rules/dates.ts";
import { paths } from "~/lib/paths";
import type { Call } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { configuration } from "./identity.server";

export async function loadNotification(call: Call) {
  const [{ count, newestDate, withoutContact }, { defaultTimeZone }] = await Promise.all([call.api(invoices.toNotify, {}), configuration()]);
  return {
    count,
    newestDate,
    newestDay: newestDate ? formatDay(newestDate, defaultTimeZone) : undefined,
    withoutContact,
    parent: `${paths.invoices()}${call.url.search}`,
    commandId: newCommandId(),
  };
}

/** The date is that of the newest that was shown: what is generated meanwhile waits. */
export const notifyForms: Record<string, CommandForm> = {
  notify: commandForm({
    operation: invoices.notifySuppliers,
    schema: notifySuppliers,
    input: (typed) => typed,
    saved: invoiceMessages.generated,
    notSaved: invoiceMessages.notGenerated,
    next: ({ url }) => `${paths.invoices()}${url.search}`,
  }),
};
