/** Payments of invoices: the checks before a payment, and the names of payments. */
import { formatBsb } from "./abn.ts";
import { accountProblems, accountProblemsOf } from "./direct-entry.ts";
import { invoiceNumber } from "./invoice.ts";

export const paymentProblems = [...accountProblems, "notVerified", "notValid", "notValidForGood", "held"] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

interface Payee {
  bsb: string;
  accountNumber: string;
  accountName: string;
  /** Somebody has compared the current account with what the supplier stated. */
  isVerified: boolean;
}

/** Returns why the supplier cannot be paid; empty if it can. Missing details are not also reported as unverified. */
export function paymentProblemsOf({ isVerified, ...account }: Payee): PaymentProblem[] {
  const problems: PaymentProblem[] = accountProblemsOf(account);
  return isVerified || problems.includes("noBankDetails") ? problems : [...problems, "notVerified"];
}

export const paymentProblemText: Record<PaymentProblem, string> = {
  noBankDetails: "The bank details are missing.",
  wrongBsb: "The BSB is not valid.",
  wrongAccountNumber: "The account number contains characters other than digits.",
  longAccountNumber: "The account number is too long for a bank's payment file.",
  noAccountName: "The account name is missing, or has no letters that a bank's payment file accepts.",
  notVerified: "The bank details have not been confirmed since they were changed, or since a payment came back.",
  notValid:
    "Issued as tax invoices, although the supplier was not registered for GST on at least one day of them. They are not paid by a payment file. If it was, correct its GST registration.",
  notValidForGood:
    "Issued when the supplier was recorded as not registered for GST. A later correction does not change them: they are paid outside of payment files, and stay listed here.",
  held: "The payment of these documents is held, until somebody ends that on the page of each.",
};

/** Returns an account without most of its number, for emails: `BSB 066-102, account number ending in 678`. */
export function maskedAccount({ bsb, accountNumber }: Pick<Payee, "bsb" | "accountNumber">): string {
  const shown = Math.min(3, Math.max(1, accountNumber.length - 4));
  return `BSB ${formatBsb(bsb)}, account number ending in ${accountNumber.slice(-shown)}`;
}

/** Returns the number of a payment run: `PAY-0000003`. */
export const paymentNumber = (id: number): string => `PAY-${String(id).padStart(7, "0")}`;

/** Returns the reference on the supplier's statement for a payment of at least one invoice: `INV-0000012 +2`. */
export function paymentReference([first = 0, ...others]: readonly number[]): string {
  return others.length === 0 ? invoiceNumber(first) : `${invoiceNumber(first)} +${others.length}`;
}
