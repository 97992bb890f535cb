import { queryForm } from "@contract/invoices/forms.ts";
import { invoices } from "@contract/invoices/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "~/lib/keep-typed";
import { afterRefusals } from "~/lib/revalidate";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { answerForms, loadRowToQuery } from "~/services/invoice-answers.server";
import { screenFor } from "~/services/route.server";
import { RowNote } from "./row-note";

export const meta = () => title("Query Row");

export const loader = screenFor(invoices.queryRow, loadRowToQuery);

export const action = commandForms(answerForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function QueryRow() {
  return (
    <RowNote
      row={useLoaderData<typeof loader>()}
      title="Query Row"
      intent="query"
      schema={queryForm}
      submit="Send Query"
      label="What is not right?"
      hint="Finance will be emailed and will reply here."
    />
  );
}
