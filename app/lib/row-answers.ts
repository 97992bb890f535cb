import type { AnswerKind, InvoiceAnswer } from "@contract/invoices/answers.ts";
import { formatDay } from "@contract/rules/dates.ts";
import { formatMoment } from "@contract/rules/moments.ts";

/** What was said to a row of an invoice, as its page shows it. */
export interface RowAnswer {
  id: number;
  kind: AnswerKind;
  note: string;
  /** Who and when: `Kim Doe, 02 Mar 2026, 3:04 pm`. */
  by: string;
}

export const shownAnswer = ({ id, kind, note, date, userFullName }: InvoiceAnswer, timeZone: string): RowAnswer => ({
  id,
  kind,
  note,
  by: signed(userFullName, formatMoment(date, timeZone)),
});

const signed = (name: string | null | undefined, when: string) => (name ? `${name}, ${when}` : when);

/** How a row stands, by whom and since which day; and all that was said, where somebody wrote about it. */
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

/** Where on the page of its invoice a row's queries are. */
export const rowAnchor = (lineItemId: number | null | undefined) => `row-${lineItemId}`;
