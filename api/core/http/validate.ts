import type { z } from "zod";
import { invalid, mostProblems } from "#api/core/refusals/refusal.ts";
import { unprintableMessage } from "#contract/fields.ts";
import { isPrintable } from "#contract/rules/printable.ts";

/**
 * Parses input with an operation's schema.
 * @throws Refusal 422 with a message for each field
 */
export function validated<I extends z.ZodType>(schema: I, given: unknown): z.output<I> {
  const result = schema.safeParse(given);
  if (result.success) {
    const field = unprintableIn(result.data, []);
    if (field) throw invalid({ [field.join(".") || "request"]: [unprintableMessage] });
    return result.data;
  }
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues.slice(0, mostProblems)) {
    const field = issue.path.join(".") || "request";
    errors[field] = [...(errors[field] ?? []), sentence(issue)];
  }
  throw invalid(errors);
}

/**
 * Returns where there is a text that the database cannot store, for fields whose schema does not look: what a program
 * passes back, such as the state that a form has shown.
 */
function unprintableIn(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === "string") return isPrintable(value) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = unprintableIn(inner, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

/** The contract's own fields have their own messages; these are for mistakes that only a program can make. */
function sentence(issue: z.core.$ZodIssue): string {
  return /^(Invalid|Too|Expected|Unrecognized)/.test(issue.message)
    ? (genericMessage[issue.code] ?? issue.message)
    : issue.message;
}

const genericMessage: Partial<Record<string, string>> = {
  invalid_type: "This has the wrong type, or is missing.",
  invalid_value: "This is not a valid value.",
  invalid_union: "This has the wrong type, or is missing.",
  invalid_format: "This is not in the right format.",
  too_small: "This is too small.",
  too_big: "This is too large.",
};
