import type { DocumentKind } from "#api/core/documents/make-document.ts";
import type { InvoiceData } from "./invoice-document.ts";

export const invoicePdf: DocumentKind<InvoiceData> = { name: "invoice", lane: "long" };
