/** Checks whether a supplier can be sent a recipient created tax invoice, and be paid. */
import { isAbn } from "./abn.ts";
import { isLongAccountNumber } from "./direct-entry.ts";
import { taxWarnings, taxWarningsOf } from "./supplier-tax.ts";

export const readinessProblems = [
  ...taxWarnings,
  "abnWrong",
  "noAgreement",
  "noBankDetails",
  "longAccountNumber",
] as const;
export type ReadinessProblem = (typeof readinessProblems)[number];

interface Facts {
  abn: string;
  /** Null if nobody has checked it. */
  gstRegistered: boolean | null;
  /** An active agreement with the marketplace, in which the supplier agrees to invoices of this kind. */
  hasAgreement: boolean;
  bsb: string;
  accountNumber: string;
}

/** Returns what is missing or wrong; empty if nothing is. */
export function readinessProblemsOf({
  abn,
  gstRegistered,
  hasAgreement,
  bsb,
  accountNumber,
}: Facts): ReadinessProblem[] {
  const problems: [ReadinessProblem, boolean][] = [
    ["abnWrong", abn !== "" && !isAbn(abn)],
    ["noAgreement", !hasAgreement],
    ["noBankDetails", bsb === "" || accountNumber === ""],
    ["longAccountNumber", isLongAccountNumber(accountNumber)],
  ];
  return [
    ...taxWarningsOf({ abn, gstRegistered }),
    ...problems.flatMap(([problem, isThere]) => (isThere ? [problem] : [])),
  ];
}
