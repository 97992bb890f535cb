/** Every document that the product makes, as a function from plain data to PDF. They run in threads of their own. */
import { invoiceDocument } from "#api/areas/invoices/invoice-document.ts";
import { invoicePdf } from "#api/areas/invoices/invoice-kind.ts";
import { statementDocument } from "#api/areas/invoices/supplier-statement-document.ts";
import { statementPdf } from "#api/areas/invoices/supplier-statement-kind.ts";
import { slipsLayout } from "#api/areas/shipments/slips-document.ts";
import { packagingSlips } from "#api/areas/shipments/slips-kind.ts";
import { agreementDocument } from "#api/areas/suppliers/agreement-document.ts";
import { agreementPdf } from "#api/areas/suppliers/agreement-kind.ts";
import type { DocumentKind } from "#api/core/documents/make-document.ts";

type Layout = (data: unknown) => Promise<Buffer>;

const laidOut = <Data>({ name }: DocumentKind<Data>, layout: (data: Data) => Promise<Buffer>): [string, Layout] => [
  name,
  layout as Layout,
];

/** By the name of their kind. */
export const layouts: ReadonlyMap<string, Layout> = new Map([
  laidOut(invoicePdf, invoiceDocument),
  laidOut(statementPdf, statementDocument),
  laidOut(packagingSlips, slipsLayout),
  laidOut(agreementPdf, agreementDocument),
]);
