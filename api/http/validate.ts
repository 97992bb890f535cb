import type { z } from "zod";
import { invalid, mostProblems } from "#api/refusals/refusal.ts";

/**
 * Parses input with an operation's schema.
 * @throws Refusal 422 with a message for each field
 */
export function validated<I extends z.ZodType>(schema: I, given: unknown): z.output<I> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues.slice(0, mostProblems)) {
    const field = issue.path.join(".") || "request";
    errors[field] = [...(errors[field] ?? []), sentence(issue)];
  }
  throw invalid(errors);
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
