/** Every document that the product makes, as a function from plain data to PDF. They run in threads of their own. */
import { invoiceDocument } from "#api/areas/invoices/invoice-document.ts";
import { slipsLayout } from "#api/areas/shipments/slips-document.ts";
import { agreementDocument } from "#api/areas/suppliers/agreement-document.ts";

export const documentKinds = { agreement: agreementDocument, invoice: invoiceDocument, slips: slipsLayout };

type Kinds = typeof documentKinds;
export type DocumentKind = keyof Kinds;
/** What a document of this kind is made from: it is copied into the thread. */
export type DocumentData<K extends DocumentKind> = Parameters<Kinds[K]>[0];
