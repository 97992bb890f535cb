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

const row = z.object({
  InvoiceId: recordId,
  /** The row of this line item; left out for a charge. */
  LineItemId: recordIdOrNone,
  /** A charge in the invoice. */
  ChargeId: recordIdOrNone,
  /** The latest answer to it that the sender has seen; null if there was none. */
  LastAnswerId: recordIdOrNone,
});

const maxNote = 2_000;
const queried = row.extend({ Note: exactText({ max: maxNote, required: "Please say what is not right." }) });
const answered = row.extend({ Note: exactText({ max: maxNote, required: "Please enter an answer." }) });

const namesOne = ({ LineItemId, ChargeId }: { LineItemId: number | null; ChargeId: number | null }) =>
  (LineItemId === null) !== (ChargeId === null);
const nameOne = { path: ["LineItemId"], message: "Please name either a line item or a charge." };

export const confirmRow = row.refine(namesOne, nameOne);
export const queryRow = queried.refine(namesOne, nameOne);
export const answerQuery = answered.refine(namesOne, nameOne);

export const confirmForm = row.omit({ InvoiceId: true });
export const queryForm = queried.pick({ LastAnswerId: true, Note: true });
export const answerForm = answered.pick({ LastAnswerId: true, Note: true });

export const confirmRows = z.object({ InvoiceId: recordId });

export const answerMessages = {
  confirmed: "Row confirmed successfully.",
  allConfirmed: "Rows confirmed successfully.",
  queried: "Query sent successfully.",
  answered: "Answer sent successfully.",
  notSaved: "Oh dear, we could not save this due to an unexpected error.",
} as const;
