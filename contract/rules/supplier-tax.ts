import { withheldAbove, withheldPercent } from "./withholding.ts";

/** Warnings before a supplier is invoiced or paid: its ABN and its GST registration. */
export const taxWarnings = ["abnMissing", "gstUnknown"] as const;
export type TaxWarning = (typeof taxWarnings)[number];

export interface TaxFacts {
  abn: string;
  /** Null if nobody has checked it. */
  gstRegistered: boolean | null;
  /** Why nothing is withheld without an ABN; empty if there is no reason. */
  noAbnReason: string;
}

/** Returns the warnings about a supplier; empty if it has an ABN, or a reason for none, and its GST registration has been checked. */
export function taxWarningsOf({ abn, gstRegistered, noAbnReason }: TaxFacts): TaxWarning[] {
  return [
    ...(abn === "" && noAbnReason === "" ? ["abnMissing" as const] : []),
    ...(gstRegistered === null ? ["gstUnknown" as const] : []),
  ];
}

export const taxWarningText: Record<TaxWarning, string> = {
  abnMissing: `The ABN is missing: ${withheldPercent}% of the supplies is withheld from payments above $${withheldAbove}, unless a reason for no ABN is recorded.`,
  gstUnknown: "The GST registration has not been checked: the documents wait as drafts until it is recorded.",
};

/** The days of a registration, as `2026-03-02`; null where there is none or it is not known. */
interface GstDays {
  gstRegisteredFrom?: string | null | undefined;
  gstRegisteredUntil?: string | null | undefined;
}

export const endsBeforeItBegins = ({ gstRegisteredFrom, gstRegisteredUntil }: GstDays): boolean =>
  Boolean(gstRegisteredFrom && gstRegisteredUntil && gstRegisteredUntil < gstRegisteredFrom);

export const gstEndsTooEarly = "The last day of the registration cannot be before its first day.";

/** Why a document may not be issued. */
export const issueProblems = ["notChecked", "divided", "notRegistered", "noAbn"] as const;
export type IssueProblem = (typeof issueProblems)[number];

/** For a document that has not been issued. */
export const issueProblemText: Record<IssueProblem, string> = {
  notChecked:
    "Not to be issued: nobody has checked whether the supplier is registered for GST, so it is not known whether this is a tax invoice or a statement of supplies. Finance or an administrator records it on the supplier's page; then the document can be issued.",
  divided:
    "Not to be issued: the supplier's GST registration begins or ends within this document. Void it, then generate again: what was sold while the supplier was registered, and the rest, become documents of their own.",
  notRegistered:
    "Not to be issued: it adjusts a tax invoice that was issued although the supplier was not registered for GST. If it was, correct its GST registration.",
  noAbn: "Not to be issued: the supplier's ABN is missing. Once it is entered, the document can be issued.",
};

/** Shortly, of several documents of a supplier. */
export const issueProblemName: Record<IssueProblem, string> = {
  notChecked: "GST registration not checked",
  divided: "the GST registration begins or ends within them",
  notRegistered: "they adjust invalid tax invoices",
  noAbn: "no ABN",
};

/** For one that was issued nevertheless. It does not change. */
export const issuedProblemText: Partial<Record<IssueProblem, string>> = {
  notRegistered:
    "Not valid as a tax invoice: the supplier was not registered for GST on at least one day of this document. It is not paid by a payment file.",
  noAbn: "Not valid as a tax invoice: the supplier's ABN is missing on it.",
};
