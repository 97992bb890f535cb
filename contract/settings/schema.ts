import { z } from "zod";
import { atMost, optionalText, text, typedNumber, uuidOrNone, within } from "#contract/fields.ts";
import { isAccountNumber, isBsb } from "#contract/rules/direct-entry.ts";
import { invalidEmailIn } from "#contract/rules/emails.ts";

/** The account that suppliers are paid from, as registered with the bank. */
export const payerSchema = z.object({
  /** The bank's three letters, such as `WBC`. */
  bankCode: z.string(),
  userName: z.string(),
  /** Six digits, which the bank assigns. */
  userId: z.string(),
  bsb: z.string(),
  accountNumber: z.string(),
});

/** The author of an action, and its time (UTC). */
const done = z.object({ by: z.string(), at: z.string() });

/**
 * The settings of the organisation. `isFixed`: a variable of the environment gives the value, so it cannot be
 * changed here.
 */
export const settingsSchema = z.object({
  organisation: z.object({ name: z.string(), logoId: z.string().nullable() }),
  timeZone: z.object({ value: z.string(), isFixed: z.boolean() }),
  /** Months. */
  retention: z.object({
    /** Of changes in the history. */
    history: z.object({ value: z.number().int(), isFixed: z.boolean() }),
    /** Of the customers' names and addresses of orders, before they may be erased. */
    customers: z.number().int(),
  }),
  mail: z.object({
    from: z.object({ value: z.string(), isFixed: z.boolean() }),
    /** `shown` has no password; null if emails are written to a folder. */
    server: z.object({ shown: z.string().nullable(), isFixed: z.boolean(), set: done.nullable() }),
  }),
  payer: z.object({
    account: payerSchema.nullable(),
    isFixed: z.boolean(),
    confirmed: done.nullable(),
    /** Entered by one person, and not yet confirmed by another. */
    proposed: z.object({ account: payerSchema, entered: done, isOwn: z.boolean() }).nullable(),
  }),
  /** Where people sign in. */
  signInAddress: z.string(),
});
export type Settings = z.output<typeof settingsSchema>;

export const organisationNameLength = 60;

export const updateOrganisation = z.object({ Name: text({ max: organisationNameLength }), LogoId: uuidOrNone });

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-AU", { timeZone: zone }));
  } catch {
    return false;
  }
}

export const updateTimeZone = z.object({
  TimeZone: text({ max: 100 }).refine(within(100, isTimeZone), "Please choose a time zone."),
});

/** How long the books are kept: tax law wants five years, company law seven. */
export const monthsOfBooks = 84;

const mostMonths = 600;

const months = (min: number) =>
  z
    .int("Please enter a whole number of months.")
    .min(min, `Please enter at least ${min}.`)
    .max(mostMonths, atMost(mostMonths));

/** So that orders can still be shipped, returned and refunded. */
export const leastCustomerMonths = 6;

export const updateRetention = z.object({ HistoryMonths: months(1), CustomerMonths: months(leastCustomerMonths) });

const typedMonths = (min: number) =>
  typedNumber({
    decimals: 0,
    min,
    max: mostMonths,
    message: `Please enter a whole number of ${min} or more.`,
    tooLarge: atMost(mostMonths),
  });

/** The same as it is typed. */
export const retentionForm = z.object({
  HistoryMonths: typedMonths(1),
  CustomerMonths: typedMonths(leastCustomerMonths),
});

/** `Harbour Market <office@harbour.example>`, or an address alone. */
function isSender(value: string): boolean {
  const [, name = "", address = value] = /^([^<>]{0,120})<([^<>]{1,254})>$/.exec(value) ?? [];
  return !/[\r\n",;]/.test(name) && !address.includes(",") && invalidEmailIn(address.trim()) === undefined;
}

export const mailServerLength = 300;

/** User and password may be percent-encoded. */
const mailServer = /^smtps?:\/\/(?:[^\s/@]{1,200}@)?[a-zA-Z0-9.-]{1,200}(?::\d{1,5})?\/?$/;

export const updateMail = z.object({
  From: text({ max: 200 }).refine(
    within(200, isSender),
    "Please enter an email address, or a name and an address such as Harbour Market <office@harbour.example>.",
  ),
  /** Empty keeps the one that is set. */
  Server: optionalText({ max: mailServerLength }).refine(
    within(mailServerLength, (value) => value === "" || mailServer.test(value)),
    "Please enter an address such as smtps://user:password@mail.example:465.",
  ),
});

export const proposePayer = z.object({
  BankCode: text({ max: 3 }).refine((value) => /^[A-Za-z]{3}$/.test(value), "Please enter the bank's three letters."),
  UserName: text({ max: 26 }).refine(
    within(26, (value) => /^(?=.*[A-Za-z0-9])[\x20-\x7e]+$/.test(value)),
    "Please use plain letters, digits and signs.",
  ),
  UserId: text({ max: 6 }).refine((value) => /^\d{6}$/.test(value), "Please enter six digits."),
  Bsb: text({ max: 20 }).refine(isBsb, "Please enter the six digits of the BSB."),
  AccountNumber: text({ max: 20 }).refine(isAccountNumber, "Please enter at most nine digits."),
});

export const settingsMessages = {
  saved: "The settings were saved.",
  notSaved: "A problem occurred saving the settings. Please try again.",
  proposed: "The account was saved. Somebody else has to confirm it before suppliers are paid from it.",
  confirmed: "Suppliers are paid from this account from now on.",
  logoNotUploaded: "A problem occurred uploading the logo. Please try again.",
  testNotSent: "The test email could not be sent.",
};
