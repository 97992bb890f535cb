/** Documents that applicants send. They are stored as they come, and never shown inside a page. */
import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { applicationDocuments } from "#api/core/database/schema/index.ts";
import { day } from "#api/core/limits/quota.ts";
import type { Handler, UploadedFile } from "#api/core/operations/handlers.ts";
import { invalid, notFound } from "#api/core/refusals/refusal.ts";
import { maxDocuments } from "#contract/applications/limits.ts";
import { FileLocation } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { countOrRefuse } from "./limit.ts";

type Applications = Operations["applications"];

/** A form that is sent again with other files leaves some behind. */
const maxOfDraft = 3 * maxDocuments;
/** Uploads for each application that an address may send in a day. */
const uploadsPerApplication = 4;

const kinds: readonly { contentType: string; begins: Buffer }[] = [
  { contentType: "application/pdf", begins: Buffer.from("%PDF-") },
  { contentType: "image/jpeg", begins: Buffer.from([0xff, 0xd8, 0xff]) },
  { contentType: "image/png", begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
];

/** The content type by the first bytes, whatever the file's name says. @throws Refusal 422 */
function contentTypeOf({ name, content }: UploadedFile): string {
  const kind = kinds.find(({ begins }) => content.subarray(0, begins.length).equals(begins));
  if (!kind) throw invalid({ files: [`“${name}” is not a PDF, JPEG or PNG file. Please choose another one.`] });
  return kind.contentType;
}

export const uploadDocuments: Handler<Applications["uploadDocuments"]> = async ({ DraftId }, uploads, context) => {
  const typed = uploads.map((upload) => ({ ...upload, contentType: contentTypeOf(upload) }));
  return context.transaction(async (db) => {
    const most = uploadsPerApplication * context.config.limits.applicationsPerAddressDay;
    await countOrRefuse({ ...context, db }, { key: "application documents", most, seconds: day });
    const [draft] = await db
      .select({ documents: count() })
      .from(applicationDocuments)
      .where(eq(applicationDocuments.draftId, DraftId));
    if ((draft?.documents ?? 0) + typed.length > maxOfDraft)
      throw invalid({
        files: ["Too many documents were chosen for this form. Please reload the page and start again."],
      });
    const stored: { id: string; name: string }[] = [];
    for (const { name, content, contentType } of typed) {
      const size = content.length;
      const id = await context.files.put(db, {
        location: FileLocation.applicationDocument,
        name,
        contentType,
        size,
        content,
      });
      await db.insert(applicationDocuments).values({ id, draftId: DraftId, name, size });
      stored.push({ id, name });
    }
    return stored;
  });
};

/**
 * Adds documents to an application, or to an entry of it.
 * @param draftId the `Id` of the command for which they were uploaded
 * @throws Refusal 422 if one of them is not stored any more
 */
export async function attach(
  db: Db,
  to: { applicationId: number; entryId?: number },
  draftId: string,
  ids: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))];
  const attached = await db
    .update(applicationDocuments)
    .set(to)
    .where(
      and(
        inArray(applicationDocuments.id, unique),
        eq(applicationDocuments.draftId, draftId),
        isNull(applicationDocuments.applicationId),
      ),
    )
    .returning({ id: applicationDocuments.id });
  if (attached.length < unique.length)
    throw invalid({
      DocumentIds: ["A document is no longer stored. Please untick the documents below and choose them again."],
    });
}

export const document: Handler<Applications["document"]> = async ({ id, documentId }, { db, files }) => {
  const [known] = await db
    .select({ id: applicationDocuments.id, name: applicationDocuments.name })
    .from(applicationDocuments)
    .where(and(eq(applicationDocuments.id, documentId), eq(applicationDocuments.applicationId, id)));
  const file = known && (await files.get(db, known.id));
  if (!known || !file) throw notFound("This document");
  return { content: file.content, contentType: file.contentType, fileName: known.name };
};
