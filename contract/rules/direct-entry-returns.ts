/**
 * The file in which a bank lists the credits that came back: records of 120 characters like those of the file that paid
 * them, of type 2 for each credit. Layout and codes are those of the Bulk Electronic Clearing System (BECS).
 */
import { add } from "./money.ts";

/** What the codes of returns mean. */
const reasons: Record<string, string> = {
  "1": "Invalid BSB number",
  "2": "Payment stopped",
  "3": "Account closed",
  "4": "Account holder deceased",
  "5": "No such account, or an incorrect account number",
  "6": "Refer to customer",
  "7": "Deleted",
  "8": "Invalid user number",
  "9": "Technically invalid",
};

export interface ReturnedCredit {
  /** Counted from 1, in the file. */
  line: number;
  /** As paid. */
  reference: string;
  accountName: string;
  /** Dollars. */
  amount: number;
  /** BSB and account number, digits only, of the account that was paid and of the payer. Banks differ in their order. */
  accounts: readonly string[];
  /** As the bank says it. */
  reason: string;
}

export interface ReturnsFile {
  /** The day that its first record names, as `2026-03-02`; undefined without one. */
  day: string | undefined;
  credits: ReturnedCredit[];
}

/** Returns the file's content, or a sentence saying why it is none. Other records than those of returns are skipped. */
export function readReturns(content: string): ReturnsFile | string {
  const lines = content.split(/\r\n|\r|\n/);
  const head = lines.find((line) => line.startsWith("0"));
  const credits: ReturnedCredit[] = [];
  for (const [i, record] of lines.entries()) {
    if (!record.startsWith("2")) continue;
    const credit = creditIn(record, i + 1);
    if (!credit)
      return `Line ${i + 1} is not a returned credit as banks write it. Please copy the whole file, unchanged.`;
    credits.push(credit);
  }
  return credits.length > 0
    ? { day: head && dayIn(head), credits }
    : "There is no returned credit in it: no line begins with 2.";
}

function creditIn(record: string, line: number): ReturnedCredit | undefined {
  const at = (first: number, last: number) => record.slice(first - 1, last).trim();
  const cents = at(21, 30);
  if (record.length < 96 || !/^\d{10}$/.test(cents) || !isAccount(at(2, 17)) || !isAccount(at(81, 96)))
    return undefined;
  return {
    line,
    reference: at(63, 80),
    accountName: at(31, 62),
    amount: add(Number(cents) / 100),
    accounts: [plainAccount(at(2, 17)), plainAccount(at(81, 96))],
    reason: reasons[at(18, 18)] ?? `Returned with the code ${at(18, 18) || "(none)"}`,
  };
}

const isAccount = (text: string) => /^\d{3}-\d{3}[\d -]+$/.test(text);

/** BSB and account number without spaces, dashes and leading zeros of the account number. */
export const plainAccount = (text: string): string => {
  const digits = text.replace(/\D/g, "");
  return `${digits.slice(0, 6)} ${digits.slice(6).replace(/^0+/, "")}`;
};

/** The date of a first record is in characters 75 to 80, as DDMMYY. */
function dayIn(head: string): string | undefined {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(head.slice(74, 80)) ?? [];
  const text = `20${year}-${month}-${day}`;
  return day && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
