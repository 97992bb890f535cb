import { answerForm } from "@contract/invoices/forms.ts";
import { invoices } from "@contract/invoices/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "~/lib/keep-typed";
import { afterRefusals } from "~/lib/revalidate";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { answerForms, loadRowToAnswer } from "~/services/invoice-answers.server";
import { screenFor } from "~/services/route.server";
import { RowNote } from "./row-note";

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
