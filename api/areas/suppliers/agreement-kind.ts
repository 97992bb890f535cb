import type { DocumentKind } from "#api/core/documents/make-document.ts";
import type { AgreementData } from "./agreement-document.ts";

export const agreementPdf: DocumentKind<AgreementData> = { name: "agreement", lane: "short" };
