/** Form rules that involve several fields. */
import type { z } from "zod";

/**
 * Adds a rule that runs even if some fields are invalid, so that a form reports all its messages at once. By default,
 * zod runs such rules only if every field is valid. The rule sees the valid fields; its message for a field that
 * already has one is dropped.
 */
export function acrossFields<Form extends z.ZodObject>(
  form: Form,
  rule: (typed: Partial<z.output<Form>>, context: z.RefinementCtx) => void,
): Form {
  return form.superRefine(
    (typed, context) => {
      const wrong = new Set(context.issues.map(({ path = [] }) => path[0]));
      const right = Object.entries(typed).filter(([field]) => !wrong.has(field));
      const addIssue: typeof context.addIssue = (issue) => {
        if (typeof issue === "string" || !wrong.has(issue.path?.[0])) context.addIssue(issue);
      };
      rule(Object.fromEntries(right) as Partial<z.output<Form>>, { ...context, addIssue });
    },
    { when: ({ value }) => typeof value === "object" && value !== null },
  );
}
