import { invoices } from "@contract/invoices/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadInvoiceToRegenerate, regenerateForms } from "~/services/invoices.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Re-Generate");

export const loader = screenFor(invoices.generate, loadInvoiceToRegenerate);

export const action = commandForms(regenerateForms);

export const clientAction = keepTyped;

export default function RegenerateInvoice() {
  const { id, number, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="regenerate"
      commandId={commandId}
      title="Re-Generate"
      label="Re-Generate"
      busy="Working..."
      parent={`${paths.invoice(id)}${search}`}
    >
      {number} keeps its number, takes today's date and is recalculated from what is owed now.
    </Confirm>
  );
}
