import type { DocumentKind } from "#api/core/documents/make-document.ts";
import type { StatementData } from "./supplier-statement-document.ts";

export const statementPdf: DocumentKind<StatementData> = { name: "supplier-statement", lane: "long" };
