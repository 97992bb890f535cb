/**
 * Reads a file of payments as a bank does: written from published descriptions of the format of the Australian Bankers'
 * Association (Westpac's, as on tradebreakup.com.au/ABAFile.aspx, and cemtexaba.com), not from the writer. Positions
 * count from 1, as there.
 */

interface Field {
  from: number;
  to: number;
  /** The allowed values by the description. */
  is: RegExp;
}

const at = (from: number, to: number, is: RegExp): Field => ({ from, to, is });
const blank = / */;
const bsb = /\d{3}-\d{3}/;
/** Left justified, blank filled, not all blanks. */
const leftText = /[\x21-\x7e][\x20-\x7e]*/;
/** Right justified, blank filled; digits and hyphens, but not zeros alone. */
const account = / *(?![0-]+$)[\d-]+/;
const cents = /\d{10}/;

const descriptive = {
  type: at(1, 1, /0/),
  blank1: at(2, 18, blank),
  sequence: at(19, 20, /01/),
  bank: at(21, 23, /[A-Z]{3}/),
  blank2: at(24, 30, blank),
  userName: at(31, 56, leftText),
  userId: at(57, 62, /\d{6}/),
  description: at(63, 74, leftText),
  date: at(75, 80, /\d{6}/),
  blank3: at(81, 120, blank),
};
const detail = {
  type: at(1, 1, /1/),
  bsb: at(2, 8, bsb),
  account: at(9, 17, account),
  indicator: at(18, 18, /[NWXY ]/),
  code: at(19, 20, /13|5[0-7]/),
  amount: at(21, 30, cents),
  title: at(31, 62, leftText),
  reference: at(63, 80, leftText),
  traceBsb: at(81, 87, bsb),
  traceAccount: at(88, 96, account),
  remitter: at(97, 112, leftText),
  withheld: at(113, 120, /\d{8}/),
};
const total = {
  type: at(1, 1, /7/),
  bsb: at(2, 8, /999-999/),
  blank1: at(9, 20, blank),
  net: at(21, 30, cents),
  credits: at(31, 40, cents),
  debits: at(41, 50, cents),
  blank2: at(51, 74, blank),
  count: at(75, 80, /\d{6}/),
  blank3: at(81, 120, blank),
};

type RecordOf<T> = Record<keyof T, string>;

/** @throws Error naming the first record and field that a bank would refuse */
function read<T extends Record<string, Field>>(layout: T, line: string, number: number): RecordOf<T> {
  if (!/^[\x20-\x7e]{120}$/.test(line)) throw new Error(`record ${number} has not 120 plain characters: ${line}`);
  const fields = Object.entries(layout).map(([name, { from, to, is }]) => {
    const value = line.slice(from - 1, to);
    if (!new RegExp(`^(?:${is.source})$`).test(value)) throw new Error(`record ${number}, ${name}: "${value}"`);
    return [name, value.trim()];
  });
  return Object.fromEntries(fields) as RecordOf<T>;
}

/** @throws Error if a bank would refuse the file */
export function readDirectEntry(content: Buffer) {
  const lines = content.toString("latin1").split("\r\n");
  if (lines.pop() !== "") throw new Error("the last record is not ended");
  const head = read(descriptive, lines[0] ?? "", 1);
  const [, day = "", month = "", year = ""] = /^(..)(..)(..)$/.exec(head.date) ?? [];
  const date = `20${year}-${month}-${day}`;
  if (new Date(date).toISOString().slice(0, 10) !== date) throw new Error(`no date: ${head.date}`);
  const details = lines.slice(1, -1).map((line, i) => read(detail, line, i + 2));
  const last = read(total, lines.at(-1) ?? "", lines.length);
  const sumOf = (isDebit: boolean) =>
    details.filter(({ code }) => (code === "13") === isDebit).reduce((sum, { amount }) => sum + Number(amount), 0);
  const wrong = details.findIndex(({ amount }) => Number(amount) === 0);
  if (wrong >= 0) throw new Error(`record ${wrong + 2} pays nothing`);
  const [credits, debits] = [sumOf(false), sumOf(true)];
  const sums = [Math.abs(credits - debits), credits, debits, details.length].map(Number);
  const told = [last.net, last.credits, last.debits, last.count].map(Number);
  if (sums.join() !== told.join())
    throw new Error(`the totals are ${sums.join()}, and the last record says ${told.join()}`);
  return { head, date, details, totalCents: credits };
}
