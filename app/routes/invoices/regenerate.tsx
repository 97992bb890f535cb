import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadInvoiceToRegenerate, regenerateForms } from "#app/services/invoices/invoices.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = () => title("Re-Generate");

export const loader = screenFor(invoices.generate, loadInvoiceToRegenerate);

export const action = commandForms(regenerateForms);

export const clientAction = keepTyped;

export default function RegenerateInvoice() {
  const { id, number, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="regenerate"
      commandId={commandId}
      title="Re-Generate"
      label="Re-Generate"
      parent={paths.invoice(id)}
    >
      {number} keeps its number, takes today's date and is recalculated from what is owed now.
    </Confirm>
  );
}
