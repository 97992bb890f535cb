/** The page before invoices are generated: what would be in them, and who is not ready. */
import { invoiceMessages, maxPairs } from "@contract/invoices/commands.ts";
import { generateForm } from "@contract/invoices/forms.ts";
import { invoices } from "@contract/invoices/operations.ts";
import { add } from "@contract/rules/money.ts";
import { withWayBack } from "~/lib/list-state";
import { paths } from "~/lib/paths";
import type { Call } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";

export async function loadReadiness(call: Call) {
  const rows = await call.api(invoices.readiness, {});
  return {
    rows,
    lineItems: rows.reduce((sum, row) => sum + row.lineItems, 0),
    total: add(...rows.map(({ total }) => total)),
    parent: `${paths.invoices()}${call.url.search}`,
    commandId: newCommandId(),
  };
}

/** A box for each pair, and what every form has. */
export const maxGenerateFields = maxPairs + 100;

export const generateForms: Record<string, CommandForm> = {
  generate: commandForm({
    operation: invoices.generate,
    schema: generateForm,
    input: ({ Parties }) => ({ Only: Parties }),
    saved: invoiceMessages.generated,
    notSaved: invoiceMessages.notGenerated,
    next: ({ url: { search } }, made) =>
      made?.processId ? withWayBack(paths.invoiceGeneration(made.processId), search.slice(1)) : `${paths.invoices()}${search}`,
  }),
};
