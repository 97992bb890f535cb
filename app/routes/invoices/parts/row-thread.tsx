import type { RowAnswer } from "#app/lib/row-answers.ts";
import type { AnswerKind } from "#contract/invoices/answers.ts";

const words: Record<AnswerKind, string> = { confirmed: "Confirmed", queried: "Queried", answered: "Answered" };

/** The answers to a row, oldest first. */
export function RowThread({ answers }: { answers: readonly RowAnswer[] }) {
  return (
    <ol className="grid gap-2">
      {answers.map(({ id, kind, note, by }) => (
        <li key={id}>
          <p className="text-xs text-muted">
            {words[kind]} by {by}
          </p>
          {note && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
        </li>
      ))}
    </ol>
  );
}
