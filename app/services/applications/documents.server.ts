/** The documents of a form, which are uploaded before it is validated. */
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { maxDocuments } from "#contract/applications/limits.ts";
import { applications } from "#contract/applications/operations.ts";
import { documentIn, documentTextOf } from "#contract/applications/schema.ts";

export const documentsField = {
  to: "Documents",
  async store(context: RequestContext, files: File[], { id, kept }: { id: string; kept: string[] }) {
    if (kept.length + files.length > maxDocuments)
      throw new ApiRefusal(422, `Please send at most ${maxDocuments} documents.`);
    const stored = await context.api(applications.uploadDocuments, { DraftId: id }, files);
    return stored.map(documentTextOf);
  },
};

export const documentIdsIn = (documents: readonly string[] = []) => documents.map((text) => documentIn(text).id);
