/** The field types of commands and filters, with their error messages. Shared by browser and server. */
import { z } from "zod";
import { isDay } from "#contract/rules/dates.ts";
import { invalidEmailIn, splitEmails } from "#contract/rules/emails.ts";
import { parseAmount } from "#contract/rules/money.ts";
import { parsePercent } from "#contract/rules/percent.ts";
import { isPrintable } from "#contract/rules/printable.ts";
import { isBlankHtml } from "#contract/rules/rich-text.ts";
import type { Choice } from "./enumerations.ts";

// The content security policy forbids eval, so zod must not try it in a browser.
if ("document" in globalThis) z.config({ jitless: true });

export const requiredMessage = "This is a required field";
export const amountMessage = "Please enter an amount of 0 or more, for example 9.95.";
export const emailMessage = "Please enter a valid email address";

export const unprintableMessage = "This contains a character that cannot be saved. Please type it again.";

export const tooLong = (max: number) => `Please use no more than ${max.toLocaleString("en-AU")} characters.`;

/** As the schemas count, which is in code points: an emoji has two units in `length`, and one of these. */
export const isLonger = (value: string, max: number) =>
  value.length > max && (value.length > 2 * max || [...value].length > max);

/** Skips a check of text that is already refused for its length. */
export const within =
  (max: number, check: (value: string) => boolean) =>
  (value: string): boolean =>
    isLonger(value, max) || check(value);

/** Line feeds and returns, and the rarer characters that end a line as well. */
const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;
const oneLineMessage = "Please enter this in one line.";

interface TextOptions {
  max: number;
  /**
   * How line breaks are treated. Names are shown in one line, so that a text with several is refused. Programs pass on
   * what customers have entered, whose lines are joined.
   */
  breaks?: "refused" | "joined" | "kept";
  /** Message if nothing was entered. */
  required?: string;
  /** Message if the text is too long. */
  tooLong?: string;
}

/** Without its empty lines. */
const joined = (value: string) =>
  value
    .split(lineBreak)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

const inLines = (value: string, breaks: TextOptions["breaks"]) => (breaks === "joined" ? joined(value) : value.trim());

const isAllowed = (breaks: TextOptions["breaks"]) => (value: string) =>
  (breaks ?? "refused") !== "refused" || !lineBreak.test(value);

/** Trimmed text, of one line unless `breaks` says otherwise; must not be empty. */
export function text({ max, required = requiredMessage, tooLong: long = tooLong(max), breaks }: TextOptions) {
  return z
    .string(required)
    .overwrite((value) => inLines(value, breaks))
    .min(1, required)
    .max(max, long)
    .refine(within(max, isPrintable), unprintableMessage)
    .refine(within(max, isAllowed(breaks)), oneLineMessage);
}

/** Text that is stored as entered, including surrounding white space; must not be blank. */
export function exactText({ max, required = requiredMessage }: Pick<TextOptions, "max" | "required">) {
  return z
    .string(required)
    .refine((value) => value.trim() !== "", required)
    .max(max, tooLong(max))
    .refine(within(max, isPrintable), unprintableMessage);
}

/** Optional text; undefined, null and blanks become the empty string. */
export function optionalText({ max, tooLong: long = tooLong(max), breaks }: Omit<TextOptions, "required">) {
  return z
    .string()
    .overwrite((value) => inLines(value, breaks))
    .max(max, long)
    .refine(within(max, isPrintable), unprintableMessage)
    .refine(within(max, isAllowed(breaks)), oneLineMessage)
    .nullish()
    .transform((value) => value ?? "");
}

export function email({ max = 255, required = emailMessage }: { max?: number; required?: string } = {}) {
  return text({ max, required, breaks: "kept" }).refine(
    within(max, (value) => invalidEmailIn(value) === undefined && !value.includes(",")),
    emailMessage,
  );
}

/** Comma-separated addresses, normalised to `a@b.example, c@d.example`; the message names the invalid one. */
export function emails({ max = 500 }: { max?: number } = {}) {
  return text({ max, breaks: "kept" })
    .superRefine((value, context) => {
      const wrong = isLonger(value, max) ? undefined : invalidEmailIn(value);
      if (wrong !== undefined) {
        context.addIssue({
          code: "custom",
          message: wrong === "" ? "There is an extra comma." : `${emailMessage}: “${wrong}” is not valid.`,
        });
      }
    })
    .transform((value) => splitEmails(value).join(", "));
}

/** Rich text: HTML that must contain some text besides tags. */
export function richText({ max = 100_000 }: { max?: number } = {}) {
  return text({ max, breaks: "kept" }).refine(
    within(max, (value) => !isBlankHtml(value)),
    requiredMessage,
  );
}

interface ListOptions {
  min?: number;
  max: number;
  /** Message if it is not a list, or has too few items. */
  required?: string;
  /** Message if the list has too many items. */
  tooMany?: string;
}

/**
 * A list of these items. Its length is checked before its items, because each invalid item costs as much as a message.
 */
export function list<Item extends z.ZodType>(
  item: Item,
  { min = 0, max, required, tooMany = atMostItems(max) }: ListOptions,
) {
  const unread = z.unknown() as unknown as z.ZodType<z.input<Item>, z.input<Item>>;
  return z
    .array(unread, required)
    .min(min, { error: required, abort: true })
    .max(max, { error: tooMany, abort: true })
    .pipe(z.array(item, required));
}

const atMostItems = (max: number) => `Please choose at most ${max.toLocaleString("en-AU")}.`;

interface NumberOptions {
  min: number;
  max?: number;
  /** Message for any error. */
  message: string;
  /** Message if the text is not a valid number. */
  unread?: string;
  /** Message for numbers above `max`. */
  tooLarge?: string;
}

/** Valid numbers are never longer. */
const longestNumber = 50;

/** Text that is converted to a number. `read` returns undefined if it is not one. */
function typed(read: (text: string) => number | undefined, options: NumberOptions) {
  return typedOrNull(read, options, false).transform((value) => Number(value));
}

/** The same, where blanks become null. */
function typedOrNull(
  read: (text: string) => number | undefined,
  { min, max = Number.POSITIVE_INFINITY, message, unread = message, tooLarge = message }: NumberOptions,
  isOptional = true,
) {
  return z
    .string(message)
    .max(longestNumber, message)
    .transform((text) => ({ value: read(text), isBlank: text.trim() === "" }))
    .superRefine(({ value, isBlank }, context) => {
      if (isBlank && isOptional) return;
      if (value === undefined && !isBlank) context.addIssue({ code: "custom", message: unread });
      else if (value === undefined || value < min) context.addIssue({ code: "custom", message });
      else if (value > max) context.addIssue({ code: "custom", message: tooLarge });
    })
    .transform(({ value, isBlank }) => (isBlank ? null : Number(value)));
}

/** Dollars as users type them. */
export function typedAmount(options: NumberOptions) {
  return typed(parseAmount, options);
}

/** Dollars as users type them, or empty, which becomes null. */
export function optionalTypedAmount(options: NumberOptions) {
  return typedOrNull(parseAmount, options);
}

const readNumber = (decimals: number) => (text: string) =>
  text.includes("$") ? undefined : parseAmount(text, decimals);

/** A number as users type it, with at most this many decimals. */
export function typedNumber({ decimals, ...options }: NumberOptions & { decimals: number }) {
  return typed(readNumber(decimals), options);
}

/** The same, or empty, which becomes null. */
export function optionalTypedNumber({ decimals, ...options }: NumberOptions & { decimals: number }) {
  return typedOrNull(readNumber(decimals), options);
}

/** A percentage as users type it, converted to a fraction; the limits are fractions, too. */
export function typedPercent(options: NumberOptions) {
  return typed(parsePercent, options);
}

/** The same, or empty, which becomes null. */
export function optionalTypedPercent(options: NumberOptions) {
  return typedOrNull(parsePercent, options);
}

/** The largest id: PostgreSQL's integer. */
const maxRecordId = 2_147_483_647;

/**
 * The id of a record chosen from a list, as a number or as form text. Both halves of the union carry the message,
 * because forms show that of the first.
 */
export function chosenId(message: string) {
  return z
    .union(
      [
        z.int(message),
        z
          .string(message)
          .max(longestNumber, { error: message, abort: true })
          .regex(/^\d{1,15}$/, message)
          .transform(Number),
      ],
      message,
    )
    .refine((value) => value >= 1 && value <= maxRecordId, message);
}

const choose = "Please choose one from the list.";

export const recordId = chosenId(choose);

/** Several comma-separated ids without duplicates, as in URLs: `1,2,3`. */
export function recordIds(max: number) {
  return z
    .string(choose)
    .max(max * (String(maxRecordId).length + 1), atMostItems(max))
    .transform((text): (string | number)[] => text.split(","))
    .pipe(list(recordId, { max }))
    .transform((ids) => [...new Set(ids)]);
}

/** An optional id; undefined, null and blanks become null. */
export const recordIdOrNone = z
  .union([z.literal("", choose), recordId], choose)
  .nullish()
  .transform((value) => value || null);

const chosenNumber = (message: string) =>
  z.string(message).max(longestNumber, { error: message, abort: true }).regex(/^\d+$/, message).transform(Number);

/** One of these values, as a number or as form text. */
export function oneOf(choices: readonly Choice[], message = choose) {
  const value = z.union([z.number(message), chosenNumber(message)], message);
  return value.refine((number) => choices.some((known) => known.value === number), message);
}

/** False for years that a database cannot store; invalid dates are refused elsewhere. */
function hasYear(value: string): boolean {
  const year = new Date(value).getUTCFullYear();
  return !(year < 1 || year > 9999);
}

const enterMoment = "Please enter a date and a time.";
/** With nanoseconds and a zone. */
const longestMoment = 40;

/** A timestamp with its zone, in ISO 8601. */
export const zonedMoment = z.iso
  .datetime({ offset: true, error: enterMoment })
  .max(longestMoment, enterMoment)
  .refine(within(longestMoment, hasYear), enterMoment);

const enterDay = "Please enter a date.";

/** A day, as `2026-03-02`. */
export const day = z.iso.date(enterDay).refine(hasYear, enterDay);

const longestDay = 10;

/** A day, as `2026-03-02`, within the valid range. */
export const dayText = (message: string) =>
  z.string(message).max(longestDay, message).refine(within(longestDay, isDay), message);

/** A local date and time without a zone, as in a browser's field, or empty. */
export const localMoment = z
  .union(
    [z.literal(""), z.iso.datetime({ local: true, error: enterMoment }).max(longestMoment, enterMoment)],
    enterMoment,
  )
  .default("");

/** Accompanies a local time that occurs twice: which of the two it is (`Turn`). */
export const turnOfMoment = z.enum(["", "first", "second"]).default("");

/** Id of no file or address: all zeros. */
export const noId = "00000000-0000-0000-0000-000000000000";
export const uuidOrNone = z
  .union([z.guid(), z.literal(""), z.null(), z.undefined()])
  .transform((value) => (!value || value === noId ? null : value.toLowerCase()));

const fromList = "Please choose one from the list.";

/** One of these texts, or null; forms send an empty text for null. */
export const choiceOrNone = <const Values extends readonly string[]>(values: Values) =>
  z
    .union([z.enum(values), z.literal("")], fromList)
    .nullable()
    .transform((value) => (value || null) as Values[number] | null);

/** A boolean, in JSON or in a query string. */
export const yesNo = z.union([
  z.boolean(),
  z
    .string()
    .max(5)
    .pipe(z.stringbool({ truthy: ["true", "1", "on"], falsy: ["false", "0", "off"] })),
]);

/** The largest amount of money in one field. */
export const maxDollars = 1_000_000;
const negativeMessage = "This must not be less than 0.";
export const atMost = (max: number) => `Please enter at most ${max.toLocaleString("en-AU")}.`;
const tooExpensiveMessage = atMost(maxDollars);

/** True for numbers with at most four decimals, as prices ex GST and fractions are stored. */
export const fourDecimals = (value: number) => Number(value.toFixed(4)) === value;

/** Dollars ex GST: 0 or more, with at most four decimals. */
export function amountExGst(required = requiredMessage) {
  return z
    .number(required)
    .min(0, negativeMessage)
    .max(maxDollars, tooExpensiveMessage)
    .refine(fourDecimals, "Please use no more than four decimals.");
}

/** Characters. */
export const maxFilterLength = 255;

/** An optional filter; an empty one counts as absent. */
export function filterText(max = maxFilterLength) {
  return z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine(within(max, isPrintable), unprintableMessage)
    .optional()
    .transform((value) => value || undefined);
}
