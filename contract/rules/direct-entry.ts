/**
 * The bank file for paying many accounts at once: direct entry, known as ABA or CEMTEX. Records of 120 characters, each
 * ended by CR and LF: one of type 0 about the payer, one of type 1 for each credit, one of type 7 with the totals. The
 * file contains credits only: the bank debits the total from the payer's account itself.
 */
import { digitsOf, formatBsb } from "./abn.ts";
import { add, round2 } from "./money.ts";

/** The payer, as registered with the bank. */
export interface Payer {
  /** The bank's three-letter code, such as `WBC`. */
  bankCode: string;
  userName: string;
  /** Six digits, which the bank assigns to customers who may send such files. */
  userId: string;
  bsb: string;
  accountNumber: string;
}

interface Account {
  bsb: string;
  accountNumber: string;
  accountName: string;
}

export interface Credit extends Account {
  /** Dollars. */
  amount: number;
  /** Shown on the recipient's statement. */
  reference: string;
}

interface Head {
  payer: Payer;
  /** Description of the whole file at the payer's bank. */
  description: string;
  /** The day on which the bank pays, as `2026-03-02`. */
  date: string;
}

export const accountProblems = [
  "noBankDetails",
  "wrongBsb",
  "wrongAccountNumber",
  "longAccountNumber",
  "noAccountName",
] as const;
type AccountProblem = (typeof accountProblems)[number];

/** Digits that the file can hold of an account number. */
const longestAccountNumber = 9;
/** Dollars: ten digits of cents. */
export const maxPaid = 99_999_999.99;
const mostCredits = 999_999;

/** Removes the spaces and dashes that users type. */
const accountDigits = (accountNumber: string) => accountNumber.replace(/[\s-]/g, "");

export const isLongAccountNumber = (accountNumber: string): boolean =>
  accountDigits(accountNumber).length > longestAccountNumber;
export const isAccountNumber = (accountNumber: string): boolean =>
  /^(?!0*$)\d+$/.test(accountDigits(accountNumber)) && !isLongAccountNumber(accountNumber);
/** Only banks know which BSBs are assigned; 000-000 and 999-999, which marks the last record, never are. */
export const isBsb = (bsb: string): boolean => /^(?!000000|999999)\d{6}$/.test(digitsOf(bsb));

/** Returns why nothing can be paid to the account; empty if it is valid. */
export function accountProblemsOf({ bsb, accountNumber, accountName }: Account): AccountProblem[] {
  const isThere = bsb !== "" && accountNumber !== "";
  const isLong = isLongAccountNumber(accountNumber);
  const problems: [AccountProblem, boolean][] = [
    ["noBankDetails", !isThere],
    ["wrongBsb", isThere && !isBsb(bsb)],
    ["wrongAccountNumber", isThere && !isLong && !isAccountNumber(accountNumber)],
    ["longAccountNumber", isLong],
    ["noAccountName", isThere && plain(accountName) === ""],
  ];
  return problems.flatMap(([problem, isSo]) => (isSo ? [problem] : []));
}

/** True for positive amounts of dollars and whole cents that the file can hold. */
export const isPayable = (amount: number): boolean => amount > 0 && amount <= maxPaid && round2(amount) === amount;

/** @throws RangeError if an amount or account cannot be paid, or a field does not fit */
export function directEntryFile({ payer, description, date }: Head, credits: readonly Credit[]): string {
  assertPayable(payer, credits);
  const total = add(...credits.map(({ amount }) => amount));
  const records = [
    headRecord(payer, description, date),
    ...credits.map((credit) => creditRecord(payer, credit)),
    sumRecord(total, credits.length),
  ];
  return records.map((record) => `${record}\r\n`).join("");
}

function assertPayable(payer: Payer, credits: readonly Credit[]): void {
  const problems = [
    ...accountProblemsOf({ ...payer, accountName: payer.userName }),
    ...credits.flatMap(accountProblemsOf),
  ];
  if (problems.length > 0) throw new RangeError(`an account cannot be written: ${problems.join(", ")}`);
  const wrong = credits.find(({ amount }) => !isPayable(amount));
  if (wrong) throw new RangeError(`not an amount to be paid: ${wrong.amount}`);
  if (credits.length === 0 || credits.length > mostCredits)
    throw new RangeError(`not a number of credits: ${credits.length}`);
}

const externalCredit = "50";

function headRecord({ bankCode, userName, userId }: Payer, description: string, date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return [
    "0",
    blank(17),
    "01",
    text(bankCode, 3),
    blank(7),
    text(userName, 26),
    number(Number(userId), 6),
    text(description, 12),
    `${day}${month}${year.slice(-2)}`,
    blank(40),
  ].join("");
}

function creditRecord(payer: Payer, credit: Credit): string {
  return [
    "1",
    accountOf(credit),
    blank(1),
    externalCredit,
    cents(credit.amount),
    text(credit.accountName, 32),
    text(credit.reference, 18),
    accountOf(payer),
    text(payer.userName, 16),
    number(0, 8),
  ].join("");
}

function sumRecord(total: number, count: number): string {
  return ["7", "999-999", blank(12), cents(total), cents(total), cents(0), blank(24), number(count, 6), blank(40)].join(
    "",
  );
}

/** BSB and account number. */
const accountOf = ({ bsb, accountNumber }: Pick<Account, "bsb" | "accountNumber">): string =>
  formatBsb(bsb) + accountDigits(accountNumber).padStart(longestAccountNumber);

const blank = (width: number): string => " ".repeat(width);
const text = (value: string, width: number): string => plain(value).slice(0, width).padEnd(width);
const cents = (dollars: number): string => number(Math.round(dollars * 100), 10);

function number(value: number, width: number): string {
  const digits = String(value).padStart(width, "0");
  if (!/^\d+$/.test(digits) || digits.length > width) throw new RangeError(`no number of ${width} digits: ${value}`);
  return digits;
}

/** Letters that Unicode does not decompose into a letter and a mark. */
const transliterations: Record<string, string> = {
  ...{
    ß: "ss",
    æ: "ae",
    Æ: "AE",
    œ: "oe",
    Œ: "OE",
    ø: "o",
    Ø: "O",
    đ: "d",
    Đ: "D",
    ð: "d",
    Ð: "D",
    ł: "l",
    Ł: "L",
    þ: "th",
    Þ: "Th",
    ı: "i",
  },
  ...{ "‘": "'", "’": "'", "–": "-", "—": "-" },
};

/** Replaces characters outside the set that every bank accepts with spaces. */
function plain(value: string): string {
  const ascii = [...value.normalize("NFKD")].map((character) => transliterations[character] ?? character).join("");
  return ascii
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9&'()+,./-]+/g, " ")
    .trim();
}
