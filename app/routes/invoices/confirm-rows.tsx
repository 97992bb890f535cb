import { invoices } from "@contract/invoices/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { countOf, dollars } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { afterRefusals } from "~/lib/revalidate";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { answerForms, loadRowsToConfirm } from "~/services/invoice-answers.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Confirm All Rows");

export const loader = screenFor(invoices.confirmRows, loadRowsToConfirm);

export const action = commandForms(answerForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function ConfirmRows() {
  const { count, total, parent, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="confirmAll"
      commandId={commandId}
      title="Confirm All Rows"
      label="Confirm All Rows"
      busy="Working..."
      look="primary"
      parent={parent}
    >
      Confirm {countOf(count, "row")} totalling {dollars(total)}? Rows already confirmed or queried are left as they
      are.
    </Confirm>
  );
}
