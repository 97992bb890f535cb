import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { answerForms, loadRowsToConfirm } from "#app/services/invoices/answers.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = () => title("Confirm All Rows");

export const loader = screenFor(invoices.confirmRows, loadRowsToConfirm);

export const action = commandForms(answerForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function ConfirmRows() {
  const { id, count, total, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="confirmAll"
      commandId={commandId}
      title="Confirm All Rows"
      label="Confirm All Rows"
      look="primary"
      parent={paths.invoice(id)}
    >
      Confirm {countOf(count, "row")} totalling {dollars(total)}? Rows already confirmed or queried are left as they
      are.
    </Confirm>
  );
}
