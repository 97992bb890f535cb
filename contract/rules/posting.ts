/** The words of a posting in the books, on the screen and in files. */
import type { Posting } from "#contract/books/schema.ts";
import { capitalised } from "./capital.ts";
import { documentName, invoiceNumber } from "./invoice.ts";
import { paymentNumber } from "./payment.ts";

type Named = Pick<Posting, "kind" | "id" | "documentKind" | "isAdjustment">;

/** Returns what it comes from: `Adjustment note`. */
export function postingName({ kind, documentKind, isAdjustment }: Named): string {
  if (documentKind) return capitalised(documentName({ documentKind, isAdjustment }));
  if (kind === "openingBalance") return "Opening balance";
  return kind === "returnedPayment" ? "Returned payment" : "Payment";
}

/** Returns the number of the document or of the payment run; empty for an opening balance. */
export function postingNumber({ kind, id }: Named): string {
  if (kind === "openingBalance") return "";
  return kind === "document" ? invoiceNumber(id) : paymentNumber(id);
}
