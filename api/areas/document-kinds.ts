/** Every document that the product makes, as a function from plain data to PDF. They run in threads of their own. */
import { invoiceDocument } from "./invoices/invoice-document.ts";
import { slipsLayout } from "./shipments/slips-document.ts";
import { agreementDocument } from "./suppliers/agreement-document.ts";

export const documentKinds = { agreement: agreementDocument, invoice: invoiceDocument, slips: slipsLayout };

type Kinds = typeof documentKinds;
export type DocumentKind = keyof Kinds;
/** What a document of this kind is made from: it is copied into the thread. */
export type DocumentData<K extends DocumentKind> = Parameters<Kinds[K]>[0];
