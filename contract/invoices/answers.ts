/** What a supplier says to a row of its invoice, and what Finance says to that. */
import { z } from "zod";
import { exactText, recordId, recordIdOrNone } from "#contract/fields.ts";

/** The supplier confirms or queries a row; Finance answers what was queried, which closes it. */
export const answerKinds = ["confirmed", "queried", "answered"] as const;
export type AnswerKind = (typeof answerKinds)[number];

const id = z.number().int();

export const invoiceAnswer = z.object({
  id,
  kind: z.enum(answerKinds),
  /** As it was typed; empty where the row was confirmed. */
  note: z.string(),
  /** UTC. */
  date: z.string(),
  userFullName: z.string().nullish(),
});
export type InvoiceAnswer = z.output<typeof invoiceAnswer>;

export const confirmRow = z.object({
  InvoiceId: recordId,
  LineItemId: recordId,
  /** The latest answer to the row that the sender has seen; none where there was none. */
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
  notKept: "Oh dear, we could not save this due to an unexpected error.",
} as const;
