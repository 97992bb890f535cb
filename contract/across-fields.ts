/** Rules of a form that look at several of its fields at once. */
import type { z } from "zod";

/**
 * Adds a rule that runs even where some fields are wrong, so that a form gives all its messages in one round. On its
 * own, zod runs such rules only once every single field is right. The rule sees the fields that are right; what it says
 * about one that already has a message is dropped.
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
