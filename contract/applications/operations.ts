import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, commandId, download, query, upload } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { maxDocumentBytes, maxDocuments } from "./limits.ts";
import {
  acceptApplication,
  answerApplication,
  applicationFilters,
  applicationOptions,
  applicationRow,
  applicationSchema,
  applicationSortFields,
  applicationToken,
  askApplicant,
  declineApplication,
  ownApplication,
  storedDocument,
  submitApplication,
} from "./schema.ts";

const forEverybody = { permission: "anyone", feature: "applications" } as const;
/** Only users who may add suppliers decide about applications. */
const forOperators = { permission: "suppliers.add", feature: "applications" } as const;

/** Suppliers apply to join, and operators decide. Not part of other APIs. */
export const applications = {
  options: query("applications/options", {
    description: "Returns the organisation's name and the marketplaces that can be applied for.",
    ...forEverybody,
    input: z.object({}),
    output: applicationOptions,
  }),
  uploadDocuments: upload("applications/UploadDocuments", {
    description:
      "Stores documents for an application that has yet to be sent. `DraftId` is the `Id` of that command. Those that are not sent within a day are deleted.",
    ...forEverybody,
    input: z.object({ DraftId: commandId }),
    output: z.array(storedDocument),
    maxFileBytes: maxDocumentBytes,
    maxFiles: maxDocuments,
  }),
  submit: command("applications/Submit", {
    description:
      "Applies to join as a supplier. At most some a day from one network address. The applicant gets an email with the link to the application.",
    ...forEverybody,
    effect: "anonymous",
    input: submitApplication,
  }),
  own: query("applications/own/{token}", {
    description: "Returns an application to its applicant, whose email had the token.",
    ...forEverybody,
    input: z.object({ token: applicationToken }),
    output: ownApplication,
  }),
  answer: command("applications/Answer", {
    description: "Answers what the operator has asked about an application.",
    ...forEverybody,
    effect: "anonymous",
    secretFields: ["Token"],
    input: answerApplication,
  }),

  list: query("applications", {
    description: "Lists applications of suppliers, a page at a time.",
    ...forOperators,
    input: applicationFilters.extend(paging(applicationSortFields, { direction: "Descending" }).shape),
    output: paged(applicationRow),
  }),
  get: query("applications/{id}", {
    description: "Returns an application with its documents and what was asked and answered.",
    ...forOperators,
    input: z.object({ id: recordId }),
    output: applicationSchema,
  }),
  document: download("applications/{id}/documents/{documentId}", {
    description: "Returns a document of an application.",
    ...forOperators,
    input: z.object({ id: recordId, documentId: z.guid() }),
  }),
  accept: command("applications/Accept", {
    description:
      "Accepts an application. Adds the supplier, its first user and its agreements. Returns the supplier's id.",
    ...forOperators,
    effect: "access",
    input: acceptApplication,
    output: z.number().int(),
  }),
  ask: command("applications/Ask", {
    description: "Sends the applicant a question by email.",
    ...forOperators,
    effect: "message",
    input: askApplicant,
  }),
  decline: command("applications/Decline", {
    description: "Declines an application. Sends the applicant the reason by email.",
    ...forOperators,
    effect: "message",
    input: declineApplication,
  }),
};
