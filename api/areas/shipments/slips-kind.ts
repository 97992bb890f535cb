import type { DocumentKind } from "#api/core/documents/make-document.ts";
import type { SlipsData } from "./slips-document.ts";

export const packagingSlips: DocumentKind<SlipsData> = { name: "slips", lane: "long" };
