/**
 * The file by which a bank pays many accounts at once: direct entry, known as ABA or CEMTEX. Records of 120 characters,
 * each ended by CR and LF: one of type 0 about who pays, one of type 1 for each credit, one of type 7 with the sums.
 * It pays and does not collect: the bank takes the sum from the payer's account itself.
 */
import { digitsOf, formatBsb } from "./abn.ts";
import { add, round2 } from "./money.ts";

/** Who pays, as the bank knows them. */
export interface Payer {
  /** The bank's three letters, as `WBC`. */
  bankCode: string;
  userName: string;
  /** Six digits, which the bank gives to customers who may send such files. */
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
  /** What stands beside it on the statement. */
  reference: string;
}

interface Head {
  payer: Payer;
  /** What the payer's bank shows for all of it. */
  description: string;
  /** When the bank pays: a day, as `2026-03-02`. */
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

/** Digits of an account number that the file has room for. */
const longestAccountNumber = 9;
/** Dollars: ten digits of cents. */
export const mostPaid = 99_999_999.99;
const mostCredits = 999_999;

/** People write it with blanks and dashes. */
const accountDigits = (accountNumber: string) => accountNumber.replace(/[\s-]/g, "");

export const isLongAccountNumber = (accountNumber: string): boolean =>
  accountDigits(accountNumber).length > longestAccountNumber;
export const isAccountNumber = (accountNumber: string): boolean =>
  /^(?!0*$)\d+$/.test(accountDigits(accountNumber)) && !isLongAccountNumber(accountNumber);
/** What all its digits are is a bank's to know; only that of the last record is nobody's. */
export const isBsb = (bsb: string): boolean => /^(?!000000|999999)\d{6}$/.test(digitsOf(bsb));

/** Why nothing can be paid to the account; nothing where all is right. */
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

/** True for dollars and whole cents above zero that the file has room for. */
export const isPayable = (amount: number): boolean => amount > 0 && amount <= mostPaid && round2(amount) === amount;

/** @throws RangeError where something cannot be paid, or written */
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
const text = (words: string, width: number): string => plain(words).slice(0, width).padEnd(width);
const cents = (dollars: number): string => number(Math.round(dollars * 100), 10);

function number(value: number, width: number): string {
  const digits = String(value).padStart(width, "0");
  if (!/^\d+$/.test(digits) || digits.length > width) throw new RangeError(`no number of ${width} digits: ${value}`);
  return digits;
}

/** Letters that are no other letter with a sign. */
const spelled: Record<string, string> = {
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

/** In the letters and signs that every bank takes; what cannot be written in them is a blank. */
function plain(words: string): string {
  const letters = [...words.normalize("NFKD")].map((letter) => spelled[letter] ?? letter).join("");
  return letters
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9&'()+,./-]+/g, " ")
    .trim();
}
