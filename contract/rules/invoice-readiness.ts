/** Checks whether a supplier can be sent what it sold, and be paid. */
import { isAbn } from "./abn.ts";
import { isLongAccountNumber } from "./direct-entry.ts";
import { type DocumentKind, isOfAgent } from "./invoice.ts";
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
  /** What it would be sent. A remittance of proceeds does not depend on the supplier's registration. */
  documentKinds: readonly DocumentKind[];
}

/** Returns what is missing or wrong; empty if nothing is. */
export function readinessProblemsOf({
  hasAgreement,
  bsb,
  accountNumber,
  documentKinds,
  ...tax
}: Facts): ReadinessProblem[] {
  const problems: [ReadinessProblem, boolean][] = [
    ["abnWrong", tax.abn !== "" && !isAbn(tax.abn)],
    ["noAgreement", !hasAgreement],
    ["noBankDetails", bsb === "" || accountNumber === ""],
    ["longAccountNumber", isLongAccountNumber(accountNumber)],
  ];
  const warnings = taxWarningsOf(tax).filter((warning) => warning !== "gstUnknown" || !documentKinds.every(isOfAgent));
  return [...warnings, ...problems.flatMap(([problem, isThere]) => (isThere ? [problem] : []))];
}
