/** The words of a supplier's statement of account, on the screen and in files. */
import type { StatementEntry } from "#contract/invoices/supplier-statement.ts";
import { capitalised } from "./capital.ts";
import { formatPlainDay } from "./dates.ts";
import { formatDollars } from "./dollars.ts";
import { type DocumentKind, documentName, documentTitle, invoiceNumber, isOfAgent } from "./invoice.ts";
import { paymentNumber } from "./payment.ts";
import { withheldText } from "./withholding.ts";

type Entry = Pick<StatementEntry, "kind" | "id" | "document" | "payment">;

/** Returns what the entry is called: `Adjustment note`. */
export function entryName({ kind, document, payment }: Entry): string {
  if (document)
    return namedInFull.includes(document.documentKind) ? documentTitle(document) : capitalised(documentName(document));
  if (kind === "openingBalance") return "Balance brought in";
  if (kind === "returnedPayment") return "Returned payment";
  return payment?.isScheduled ? "Scheduled payment" : "Payment";
}

/** The whole is a statement, too, and payments have a remittance advice. */
const namedInFull: readonly DocumentKind[] = ["statement", "agent", "agentWithoutGst"];

/** Returns the number of the document or of the payment run; empty for an opening balance. */
export function entryNumber({ kind, id }: Entry): string {
  if (kind === "openingBalance") return "";
  return kind === "document" ? invoiceNumber(id) : paymentNumber(id);
}

/** Returns what an entry consists of: `Harbour & Co: supplies $220.00, less commission $22.00`. */
export function entryDetails({ kind, document, payment }: Entry): string {
  if (kind === "openingBalance") return "From before the marketplace was run with this product";
  if (!document) {
    const about = [`Reference ${payment?.reference ?? ""}`, payment?.reason].filter(Boolean).join(": ");
    return [about, withheldText(payment?.withheld ?? 0)].filter(Boolean).join(", ");
  }
  const { documentKind, marketplaceName, supplies, commission, charges } = document;
  const parts = [
    `${isOfAgent(documentKind) ? "proceeds" : "supplies"} ${formatDollars(supplies)}, less commission ${formatDollars(commission)}`,
    ...(charges === 0 ? [] : [`less charges ${formatDollars(charges)}`]),
  ];
  return `${marketplaceName}: ${parts.join(", ")}`;
}

/** Returns the days in words: `From 01 Nov 2026 to 30 Nov 2026`. */
export function statementPeriod({
  fromDate,
  toDate,
}: {
  fromDate?: string | undefined;
  toDate?: string | undefined;
}): string {
  const from = fromDate === undefined ? "From the first entry" : `From ${formatPlainDay(fromDate)}`;
  return `${from} ${toDate === undefined ? "on" : `to ${formatPlainDay(toDate)}`}`;
}

/** Returns what a closing balance means. */
export const balanceText = (balance: number): string =>
  balance < 0 ? "Owed by the supplier; it is deducted from the next payment" : "Owed to the supplier";
