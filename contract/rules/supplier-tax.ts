/** Warnings before a supplier is invoiced or paid: its ABN and its GST registration. */
export const taxWarnings = ["abnMissing", "gstNo", "gstUnknown"] as const;
export type TaxWarning = (typeof taxWarnings)[number];

interface Facts {
  abn: string;
  /** Null if nobody has checked it. */
  gstRegistered: boolean | null;
}

/** Returns the warnings about a supplier; empty if it has an ABN and is registered for GST. */
export function taxWarningsOf({ abn, gstRegistered }: Facts): TaxWarning[] {
  const abnWarnings: TaxWarning[] = abn === "" ? ["abnMissing"] : [];
  if (gstRegistered) return abnWarnings;
  return [...abnWarnings, gstRegistered === false ? "gstNo" : "gstUnknown"];
}

/** The top rate of tax and the Medicare levy: what a payer withholds where no ABN is quoted (Taxation Administration Act 1953, section 12-190). */
const withheldPercent = 47;

export const taxWarningText: Record<TaxWarning, string> = {
  abnMissing: `The ABN is missing: ${withheldPercent}% may have to be withheld from payments.`,
  gstNo: "Not registered for GST: no tax invoice may be issued for this supplier.",
  gstUnknown: "The GST registration has not been checked.",
};
