import { forwardRef } from "react";
import type { FormAnswer } from "#app/lib/form-answer.ts";

/** The labels of the fields, in display order; or a function, for forms to which users add fields. */
export type Labels = Record<string, string> | ((name: string) => string | undefined);

interface Props {
  answer: FormAnswer | undefined;
  labels: Labels;
  /** Prefix of the fields' ids. */
  scope?: string;
}

/** The summary above a form that the server rejected: repeats the messages of the fields, each linked to its field. */
export const ErrorSummary = forwardRef<HTMLDivElement, Props>(function ErrorSummary({ answer, labels, scope }, ref) {
  const labelOf = (name: string) => (typeof labels === "function" ? labels(name) : labels[name]);
  const problems = inOrder(Object.entries(answer?.errors ?? {}), labels);
  if (!answer || (problems.length === 0 && !answer.failure)) return null;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="mb-3.5 rounded border border-danger bg-danger-soft px-3.5 py-2.5 outline-none"
    >
      <p className="font-semibold">There is a problem</p>
      {answer.failure && <p>{answer.failure} What you typed is still here.</p>}
      <ul>
        {problems.map(([name, { message }]) => (
          <li key={name}>
            {labelOf(name) ? (
              <a
                href={`#${scope ? `${scope}-` : ""}${name}`}
                className="inline-block min-h-6 text-danger underline underline-offset-2"
              >
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

/** Sorts the messages in the order of the fields. Messages that belong to no field of the form come last. */
function inOrder<T>(problems: [name: string, problem: T][], labels: Labels): [name: string, problem: T][] {
  if (typeof labels === "function") return problems;
  const names = Object.keys(labels);
  const placeOf = (name: string) => (name in labels ? names.indexOf(name) : names.length);
  return problems.sort(([a], [b]) => placeOf(a) - placeOf(b));
}
