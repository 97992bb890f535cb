import type { AnswerKind, InvoiceAnswer } from "#contract/invoices/answers.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";

/** An answer to an invoice row, as displayed. */
export interface RowAnswer {
  id: number;
  kind: AnswerKind;
  note: string;
  /** Author and time: `Kim Doe, 02 Mar 2026, 3:04 pm`. */
  by: string;
}

export const shownAnswer = ({ id, kind, note, date, userFullName }: InvoiceAnswer, timeZone: string): RowAnswer => ({
  id,
  kind,
  note,
  by: signed(userFullName, formatMoment(date, timeZone)),
});

const signed = (name: string | null | undefined, when: string) => (name ? `${name}, ${when}` : when);

/** The row's latest status, and the full thread if any entry has a note. */
export function answersOf(answers: readonly InvoiceAnswer[], timeZone: string) {
  const latest = answers.at(-1);
  return {
    latest: latest && {
      id: latest.id,
      kind: latest.kind,
      by: signed(latest.userFullName, formatDay(latest.date, timeZone)),
    },
    thread: answers.some(({ note }) => note !== "") ? answers.map((answer) => shownAnswer(answer, timeZone)) : [],
  };
}

/** Id of the element with a row's queries on the invoice page. */
export const rowAnchor = (lineItemId: number | null | undefined) => `row-${lineItemId}`;
