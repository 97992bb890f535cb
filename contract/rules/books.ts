/** The accounts of the suppliers' side of the books, and months that are closed. */
import { formatPlainDay, monthOf } from "./dates.ts";

export const bookAccounts = [
  "payable",
  "bank",
  "withheld",
  "openingBalances",
  "purchases",
  "proceeds",
  "gstOnPurchases",
  "commission",
  "fee",
  "advertising",
  "fine",
  "goodwill",
  "other",
  "gstOnSales",
] as const;
/** Charges have an account for each of their kinds, of the same name. */
export type BookAccount = (typeof bookAccounts)[number];

export const bookAccountNames: Readonly<Record<BookAccount, string>> = {
  payable: "Payable to suppliers",
  bank: "Bank, payments of suppliers",
  withheld: "Withheld for the Tax Office",
  openingBalances: "Opening balances of suppliers",
  purchases: "Purchases from suppliers",
  proceeds: "Proceeds of agency sales",
  gstOnPurchases: "GST on purchases",
  commission: "Commission",
  fee: "Charges: fees",
  advertising: "Charges: advertising",
  fine: "Charges: fines",
  goodwill: "Charges: goodwill",
  other: "Charges: other",
  gstOnSales: "GST on commission and charges",
};

/** What can refuse the closing of a month, or is only said before it. */
export const monthChecks = [
  "drafts",
  "uninvoiced",
  "charges",
  "monthlyCharges",
  "payments",
  "heldRows",
  "held",
] as const;
export type MonthCheck = (typeof monthChecks)[number];

/** These have to be dealt with before a month is closed. */
export const refusingChecks: readonly MonthCheck[] = ["payments", "monthlyCharges"];

/** True for a month, as `2026-03`, in the range of valid days. */
export const isMonth = (text: string): boolean => /^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/.test(text);

/** The month of a day. */
export const monthIn = (day: string): string => day.slice(0, 7);

/** Returns the first and the last day of a month. */
export const daysOfMonth = (month: string) => monthOf(`${month}-01`);

/** Returns the month that many months later; earlier ones for a negative count. */
export function monthsLater(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Formats a month as `Mar 2026`. */
export const formatMonth = (month: string): string => formatPlainDay(`${month}-01`).slice(3);

/** Returns the first day that is open after a closed month. */
export const firstOpenDay = (closed: string): string => `${monthsLater(closed, 1)}-01`;

/**
 * Returns why nothing can be entered for a day; undefined if it can.
 * @param closed the last closed month, as `2026-03`; null if none is closed
 */
export function whyClosed(day: string, closed: string | null): string | undefined {
  if (closed === null || monthIn(day) > closed) return undefined;
  return `${formatMonth(closed)} and all months before it are closed. Please enter a day from ${formatPlainDay(firstOpenDay(closed))} on.`;
}
