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

/** A row of a line item, or a charge. */
interface RowIds {
  lineItemId?: number | null | undefined;
  chargeId?: number | undefined;
}

/** Returns the row's part of an address: `12`, or `charge-5`. */
export const rowKey = ({ lineItemId, chargeId }: RowIds): string =>
  chargeId === undefined ? String(lineItemId) : `charge-${chargeId}`;

/** Returns the fields of a command about the row with this key. */
export function idsOfRow(key: string): { LineItemId: string } | { ChargeId: string } {
  const [, chargeId] = /^charge-(\d+)$/.exec(key) ?? [];
  return chargeId === undefined ? { LineItemId: key } : { ChargeId: chargeId };
}

/** Id of the element with a row's queries on the invoice page. */
export const rowAnchor = (key: string) => `row-${key}`;
