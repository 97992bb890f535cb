import { invoices } from "@contract/invoices/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadInvoiceToVoid, voidForms } from "~/services/invoices.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Void");

export const loader = screenFor(invoices.void, loadInvoiceToVoid);

export const action = commandForms(voidForms);

export const clientAction = keepTyped;

export default function VoidInvoice() {
  const { id, number, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="void"
      commandId={commandId}
      title="Void"
      label="Void"
      busy="Working..."
      parent={`${paths.invoice(id)}${search}`}
    >
      {number} is empty. Once void, it keeps its number and cannot be used again.
    </Confirm>
  );
}
