/** Answers to the rows of an invoice, by the supplier and by Finance. */
import { z } from "zod";
import { exactText, recordId, recordIdOrNone } from "#contract/fields.ts";

/** The supplier confirms or queries a row; Finance answers a query, which closes it. */
export const answerKinds = ["confirmed", "queried", "answered"] as const;
export type AnswerKind = (typeof answerKinds)[number];

const id = z.number().int();

export const invoiceAnswer = z.object({
  id,
  kind: z.enum(answerKinds),
  /** As entered; empty if the row was confirmed. */
  note: z.string(),
  /** UTC. */
  date: z.string(),
  userFullName: z.string().nullish(),
});
export type InvoiceAnswer = z.output<typeof invoiceAnswer>;

export const confirmRow = z.object({
  InvoiceId: recordId,
  LineItemId: recordId,
  /** The latest answer to the row that the sender has seen; null if there was none. */
  LastAnswerId: recordIdOrNone,
});

const maxNote = 2_000;

export const queryRow = confirmRow.extend({
  Note: exactText({ max: maxNote, required: "Please say what is not right." }),
});
export const answerQuery = confirmRow.extend({
  Note: exactText({ max: maxNote, required: "Please enter an answer." }),
});

export const confirmRows = z.object({ InvoiceId: recordId });

export const answerMessages = {
  confirmed: "Row confirmed successfully.",
  allConfirmed: "Rows confirmed successfully.",
  queried: "Query sent successfully.",
  answered: "Answer sent successfully.",
  notSaved: "Oh dear, we could not save this due to an unexpected error.",
} as const;
