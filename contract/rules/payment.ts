/** Payments of invoices: what stands between a supplier and its money, and what payments are called. */
import { accountProblems, accountProblemsOf } from "./direct-entry.ts";
import { invoiceNumber } from "./invoice.ts";

export const paymentProblems = [...accountProblems, "notVerified"] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

interface Payee {
  bsb: string;
  accountNumber: string;
  accountName: string;
  /** Somebody has compared the account, as it is now, with what the supplier said. */
  isVerified: boolean;
}

/** Why the supplier is not paid; nothing where all is right. What is not there needs no confirmation. */
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
  notVerified: "The bank details have not been confirmed since they were changed.",
};

/** Its one number, everywhere: `PAY-0000003`. */
export const paymentNumber = (id: number): string => `PAY-${String(id).padStart(7, "0")}`;

/** What the supplier reads beside a payment of these invoices, of which there is at least one: `INV-0000012 +2`. */
export function paymentReference([first = 0, ...others]: readonly number[]): string {
  return others.length === 0 ? invoiceNumber(first) : `${invoiceNumber(first)} +${others.length}`;
}
