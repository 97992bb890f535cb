/** Checks whether a supplier can be sent a recipient created tax invoice, and be paid. */
import { isAbn } from "./abn.ts";
import { isLongAccountNumber } from "./direct-entry.ts";
import { type TaxFacts, taxWarnings, taxWarningsOf } from "./supplier-tax.ts";

export const readinessProblems = [
  ...taxWarnings,
  "abnWrong",
  "noAgreement",
  "noBankDetails",
  "longAccountNumber",
] as const;
export type ReadinessProblem = (typeof readinessProblems)[number];

interface Facts extends TaxFacts {
  /** An active agreement with the marketplace, in which the supplier agrees to tax invoices that its recipient creates. */
  hasAgreement: boolean;
  bsb: string;
  accountNumber: string;
}

/** Returns what is missing or wrong; empty if nothing is. */
export function readinessProblemsOf({ hasAgreement, bsb, accountNumber, ...tax }: Facts): ReadinessProblem[] {
  const problems: [ReadinessProblem, boolean][] = [
    ["abnWrong", tax.abn !== "" && !isAbn(tax.abn)],
    ["noAgreement", !hasAgreement],
    ["noBankDetails", bsb === "" || accountNumber === ""],
    ["longAccountNumber", isLongAccountNumber(accountNumber)],
  ];
  return [...taxWarningsOf(tax), ...problems.flatMap(([problem, isThere]) => (isThere ? [problem] : []))];
}
