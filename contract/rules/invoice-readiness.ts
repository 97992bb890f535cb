/** Whether a supplier can be sent a recipient created tax invoice, and be paid. */
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
  /** Null where nobody has checked it. */
  gstRegistered: boolean | null;
  /** With the marketplace, in force: with it the supplier agrees to invoices of this kind. */
  hasAgreement: boolean;
  bsb: string;
  accountNumber: string;
}

/** What is missing or wrong; nothing where all is right. */
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
