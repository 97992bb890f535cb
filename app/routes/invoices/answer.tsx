import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { RowNote } from "#app/routes/invoices/parts/row-note.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { answerForms, loadRowToAnswer } from "#app/services/invoices/answers.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { answerForm } from "#contract/invoices/answers.ts";
import { invoices } from "#contract/invoices/operations.ts";

export const meta = () => title("Answer Query");

export const loader = screenFor(invoices.answerQuery, loadRowToAnswer);

export const action = commandForms(answerForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function AnswerQuery() {
  return (
    <RowNote
      row={useLoaderData<typeof loader>()}
      title="Answer Query"
      intent="answer"
      schema={answerForm}
      submit="Send Answer"
      label="Answer"
      hint="Closes the query and emails your answer to the person who asked."
    />
  );
}
