/**
 * Which documents have an electronic invoice: Peppol PINT A-NZ self-billing, by which a buyer invoices in the name of the
 * seller. Here the supplier is the seller, and the marketplace the buyer.
 */
import type { Address } from "#contract/locations/schema.ts";
import { isAbn } from "./abn.ts";
import { type DocumentKind, type InvoiceState, isOfAgent } from "./invoice.ts";
import type { IssueProblem } from "./supplier-tax.ts";

interface Facts {
  documentKind: DocumentKind;
  state?: InvoiceState | null | undefined;
  notifiedDate?: string | null | undefined;
}

/** Whether documents of this kind have an electronic invoice once they are issued. */
export const hasEInvoice = ({ documentKind, notifiedDate }: Facts): boolean =>
  Boolean(notifiedDate) && (documentKind === "taxInvoice" || documentKind === "statement");

interface Party {
  /** Its legal name. */
  name: string;
  abn?: string | null | undefined;
  address?: Pick<Address, "countryCode"> | null | undefined;
}

interface Document extends Facts {
  issueProblem?: IssueProblem | null | undefined;
  supplier: Party;
  marketplace: Party;
}

/** Returns why the document has no electronic invoice; undefined if it has one. */
export function whyNoEInvoice(document: Document): string | undefined {
  const { documentKind, state, issueProblem, supplier, marketplace } = document;
  if (isOfAgent(documentKind))
    return "There is no e-invoice of a remittance: the supplier sold to the customers, not to the marketplace, and only a buyer may create e-invoices in a supplier's name.";
  if (documentKind === "charges")
    return "There is no e-invoice of this document: it has only charges and credits by the marketplace, and no supplies by the supplier.";
  if (state === "void") return "There is no e-invoice of a voided draft.";
  if (!hasEInvoice(document))
    return "There is no e-invoice of a draft. It can be downloaded once the supplier has been notified, on the page Notify Suppliers.";
  if (issueProblem) return "There is no e-invoice of this document, because it is not valid as a tax invoice.";
  return whyNotNamed("supplier", supplier) ?? whyNotNamed("marketplace", marketplace);
}

/** Peppol finds both parties by their ABN, and asks for the name and the country of each. */
function whyNotNamed(whose: "supplier" | "marketplace", { name, abn, address }: Party): string | undefined {
  const enter = `Enter it on the ${whose}'s page: documents that are generated from then on have e-invoices.`;
  if (!name.trim()) return `There is no e-invoice of this document: it has no legal name of the ${whose}. ${enter}`;
  if (!abn) return `There is no e-invoice of this document: it has no ABN of the ${whose}. ${enter}`;
  if (!isAbn(abn))
    return `There is no e-invoice of this document: the check digits of the ${whose}'s ABN on it are not valid. Correct it on the ${whose}'s page: documents that are generated from then on have e-invoices.`;
  if (!address) return `There is no e-invoice of this document: it has no address of the ${whose}. ${enter}`;
  return address.countryCode.toUpperCase() === "NZ"
    ? `There is no e-invoice of this document: the ${whose}'s address is in New Zealand, where e-invoices need an NZBN, and none is recorded.`
    : undefined;
}

/** In dollars: how far the GST may be from the rate times the taxable amount (PINT A-NZ, rule aligned-ibrp-051-aunz). */
export const gstTolerance = 1;

export const gstTooFar =
  "There is no e-invoice of this document: its GST is rounded for each amount, and the sum is more than $1.00 from the GST of the total, which is more than e-invoices may differ. The document and its workbook have every amount.";

export const noSupplies =
  "There is no e-invoice of this document: it has no supplies by the supplier, only changes of commission or charges by the marketplace.";
