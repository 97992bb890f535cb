import type { RowAnswer } from "#app/lib/row-answers.ts";
import { answerKindNames } from "#contract/enumerations.ts";

/** The answers to a row, oldest first. */
export function RowThread({ answers }: { answers: readonly RowAnswer[] }) {
  return (
    <ol className="grid gap-2">
      {answers.map(({ id, kind, note, by }) => (
        <li key={id}>
          <p className="text-xs text-muted">
            {answerKindNames[kind]} by {by}
          </p>
          {note && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
        </li>
      ))}
    </ol>
  );
}
