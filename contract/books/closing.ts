/** Closing and reopening months in the books. Months are as `2026-03`. */
import { z } from "zod";
import { text } from "#contract/fields.ts";
import { isMonth, monthChecks } from "#contract/rules/books.ts";

const id = z.number().int();

const monthMessage = "Please choose a month.";
const monthText = z.string(monthMessage).max(7, monthMessage).refine(isMonth, monthMessage);

export const closingRow = z.object({
  id,
  /** As `2026-03`. */
  month: z.string(),
  /** UTC. */
  closedDate: z.string(),
  closedByUserFullName: z.string().nullish(),
  /** Null while it is closed. */
  reopenedDate: z.string().nullish(),
  reopenedByUserFullName: z.string().nullish(),
  reopenReason: z.string(),
});
export type ClosingRow = z.output<typeof closingRow>;

export const closingSortFields = ["id"] as const;

/** Without a month: the one that follows the closed ones, or the last one that is over. */
export const closingInput = z.object({ month: monthText.optional() });

export const closingSchema = z.object({
  month: z.string(),
  /** The last closed month; the ones before it are closed, too. Null if none is. */
  lastClosed: z.string().nullable(),
  /** Why the month cannot be closed, whatever the checks say; null if it can. */
  whyNot: z.string().nullable(),
  checks: z.array(
    z.object({
      check: z.enum(monthChecks),
      count: id,
      /** Dollars inc GST. */
      total: z.number(),
      /** The month is not closed before this is dealt with. */
      refuses: z.boolean(),
    }),
  ),
});
export type Closing = z.output<typeof closingSchema>;

export const closeMonth = z.object({ Month: monthText });

const longestReason = 500;

export const reopenMonth = z.object({
  Month: monthText,
  Reason: text({ max: longestReason, required: "Please enter the reason." }),
});
export const reopenForm = reopenMonth.pick({ Reason: true });

export const bookMessages = {
  closed: "Month closed successfully.",
  notClosed: "Oh dear, we could not close the month due to an unexpected error.",
  reopened: "Month reopened successfully.",
  notReopened: "Oh dear, we could not reopen the month due to an unexpected error.",
} as const;
