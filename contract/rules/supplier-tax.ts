/** Warnings before a supplier is invoiced or paid: its ABN and its GST registration. */
export const taxWarnings = ["abnMissing", "gstNo", "gstUnknown", "gstLater"] as const;
export type TaxWarning = (typeof taxWarnings)[number];

export interface TaxFacts {
  abn: string;
  /** Null if nobody has checked it. */
  gstRegistered: boolean | null;
  /** The first day of the registration, as `2026-03-02`; null if it is not known. */
  gstRegisteredFrom: string | null;
}

/**
 * Returns the warnings about a supplier; empty if it has an ABN and is registered for GST.
 * @param day the first day that the invoice covers, as `2026-03-02`
 */
export function taxWarningsOf({ abn, gstRegistered, gstRegisteredFrom }: TaxFacts, day: string): TaxWarning[] {
  const abnWarnings: TaxWarning[] = abn === "" ? ["abnMissing"] : [];
  if (!gstRegistered) return [...abnWarnings, gstRegistered === false ? "gstNo" : "gstUnknown"];
  return gstRegisteredFrom !== null && gstRegisteredFrom > day ? [...abnWarnings, "gstLater"] : abnWarnings;
}

/** The top rate of tax and the Medicare levy: what a payer withholds where no ABN is quoted (Taxation Administration Act 1953, section 12-190). */
const withheldPercent = 47;

export const taxWarningText: Record<TaxWarning, string> = {
  abnMissing: `The ABN is missing: ${withheldPercent}% may have to be withheld from payments.`,
  gstNo: "Not registered for GST: no tax invoice may be issued for this supplier.",
  gstUnknown: "The GST registration has not been checked.",
  gstLater:
    "Registered for GST only after the first day of this invoice: no tax invoice may be issued for it. A cut-off date before the registration separates what was sold earlier.",
};

/** Why a document may not be issued as a tax invoice or an adjustment note. An unknown registration is only a warning. */
export const issueProblems = ["notRegistered", "noAbn"] as const;
export type IssueProblem = (typeof issueProblems)[number];

/** For a document that has not been issued. */
export const issueProblemText: Record<IssueProblem, string> = {
  notRegistered:
    "Not to be issued: the supplier is not registered for GST on at least one day of this document. If it is, correct its GST registration. Otherwise the document waits. If the registration begins within its period, void it, and generate it with a cut-off date before the registration, then again without.",
  noAbn: "Not to be issued: the supplier's ABN is missing. Once it is entered, the document can be issued.",
};

/** Shortly, of several documents of a supplier. */
export const issueProblemName: Record<IssueProblem, string> = {
  notRegistered: "not registered for GST on at least one day of them",
  noAbn: "no ABN",
};

/** For one that was issued nevertheless. It does not change. */
export const issuedProblemText: Record<IssueProblem, string> = {
  notRegistered:
    "Not valid as a tax invoice: the supplier was not registered for GST on at least one day of this document. It is not paid by a payment file.",
  noAbn: "Not valid as a tax invoice: the supplier's ABN is missing on it.",
};
