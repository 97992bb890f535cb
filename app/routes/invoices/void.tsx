import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadInvoiceToVoid, voidForms } from "#app/services/invoices/invoices.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = () => title("Void");

export const loader = screenFor(invoices.void, loadInvoiceToVoid);

export const action = commandForms(voidForms);

export const clientAction = keepTyped;

export default function VoidInvoice() {
  const { id, number, isEmpty, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm intent="void" commandId={commandId} title="Void" label="Void" parent={paths.invoice(id)}>
      {isEmpty ? `${number} is empty.` : `${number} must not be issued. Its amounts become free for other invoices.`}{" "}
      Once void, it keeps its number and cannot be used again.
    </Confirm>
  );
}
