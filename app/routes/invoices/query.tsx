import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { RowNote } from "#app/routes/invoices/parts/row-note.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { answerForms, loadRowToQuery } from "#app/services/invoices/answers.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { queryForm } from "#contract/invoices/answers.ts";
import { invoices } from "#contract/invoices/operations.ts";

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
