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
/** Who decides about an application may add suppliers. */
const forOperators = { permission: "suppliers.add", feature: "applications" } as const;

/** Suppliers apply to join, and operators decide. Not part of other APIs. */
export const applications = {
  options: query("applications/options", { ...forEverybody, input: z.object({}), output: applicationOptions }),
  /**
   * Stores documents for a command that has yet to be sent: `DraftId` is the `Id` of that command. Those that are not
   * sent within a day are deleted.
   */
  uploadDocuments: upload("applications/UploadDocuments", {
    ...forEverybody,
    input: z.object({ DraftId: commandId }),
    output: z.array(storedDocument),
    maxFileBytes: maxDocumentBytes,
    maxFiles: maxDocuments,
  }),
  /** At most some a day from one network address. The applicant gets an email with the link to the application. */
  submit: command("applications/Submit", { ...forEverybody, effect: "anonymous", input: submitApplication }),
  /** The application, for its applicant. */
  own: query("applications/own/{token}", {
    ...forEverybody,
    input: z.object({ token: applicationToken }),
    output: ownApplication,
  }),
  /** Answers what the operator has asked. */
  answer: command("applications/Answer", {
    ...forEverybody,
    effect: "anonymous",
    secretFields: ["Token"],
    input: answerApplication,
  }),

  list: query("applications", {
    ...forOperators,
    input: applicationFilters.extend(paging(applicationSortFields, { direction: "Descending" }).shape),
    output: paged(applicationRow),
  }),
  get: query("applications/{id}", { ...forOperators, input: z.object({ id: recordId }), output: applicationSchema }),
  document: download("applications/{id}/documents/{documentId}", {
    ...forOperators,
    input: z.object({ id: recordId, documentId: z.guid() }),
  }),
  /** Adds the supplier, its first user and its agreements. Returns the supplier's id. */
  accept: command("applications/Accept", {
    ...forOperators,
    effect: "access",
    input: acceptApplication,
    output: z.number().int(),
  }),
  /** Sends the applicant a question by email. */
  ask: command("applications/Ask", { ...forOperators, effect: "message", input: askApplicant }),
  /** Sends the applicant the reason by email. */
  decline: command("applications/Decline", { ...forOperators, effect: "message", input: declineApplication }),
};
