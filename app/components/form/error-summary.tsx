import { forwardRef } from "react";
import type { FormAnswer } from "~/lib/form-answer";

/** What the fields are called; a function where there are as many as somebody adds. */
export type Labels = Record<string, string> | ((name: string) => string | undefined);

interface Props {
  answer: FormAnswer | undefined;
  labels: Labels;
  /** Before the ids of the fields. */
  scope?: string;
}

/** Above the form when the server refused it: the same words as at the fields, each leading to its field. */
export const ErrorSummary = forwardRef<HTMLDivElement, Props>(function ErrorSummary({ answer, labels, scope }, ref) {
  const labelOf = (name: string) => (typeof labels === "function" ? labels(name) : labels[name]);
  const problems = Object.entries(answer?.errors ?? {});
  if (!answer || (problems.length === 0 && !answer.failure)) return null;
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="mb-3.5 rounded border border-danger bg-danger-soft px-3.5 py-2.5 outline-none">
      <p className="font-semibold">There is a problem</p>
      {answer.failure && <p>{answer.failure} What you typed is still here.</p>}
      <ul>
        {problems.map(([name, { message }]) => (
          <li key={name}>
            {labelOf(name) ? (
              <a href={`#${scope ? `${scope}-` : ""}${name}`} className="inline-block min-h-6 text-danger underline underline-offset-2">
                {labelOf(name)}: {message}
              </a>
            ) : (
              <span className="text-danger">{message}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
});
