/** Files of forms that are uploaded before the command is sent, so that nobody has to choose them again after an error. */
import { type FormAnswer, type FormValues, removalOf } from "#app/lib/form-answer.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { files } from "#contract/files/operations.ts";

interface Upload {
  /** Name of the field that receives the file's id. */
  to: string;
  /** A value of `FileLocation`. */
  location: 1 | 2 | 3 | 5 | 6;
  failure: string;
}

/** Several files in one field, which an operation of the area stores. */
interface Documents {
  /** Name of the field, a list, that receives what `store` returns. */
  to: string;
  /**
   * Stores the files for the command with this id. @param kept what the field holds already
   * @returns what the form carries in their place
   */
  store(context: RequestContext, files: File[], command: { id: string; kept: string[] }): Promise<string[]>;
}

export type FileField = Upload | Documents;

interface Uploading {
  posted: FormData;
  typed: FormValues;
  /** Of the command. */
  id: string;
}

/**
 * Puts the ids of the uploaded files into the command and into the values that the form shows again. Returns messages
 * if a file was refused.
 */
export async function uploadFiles(
  context: RequestContext,
  uploads: Record<string, FileField>,
  { posted, typed, id }: Uploading,
): Promise<FormAnswer["errors"]> {
  for (const [field, upload] of Object.entries(uploads)) {
    if ("store" in upload) {
      const refused = await storeDocuments(context, [field, upload], { posted, typed, id });
      if (refused) return { [field]: { type: "upload", message: refused } };
      continue;
    }
    const { to, location, failure } = upload;
    const file = posted.get(field);
    posted.delete(field);
    if (!(file instanceof File) || file.size === 0) {
      // Only for the command: the form that comes back shows the image, with the box beside it still ticked.
      if (textIn(posted, removalOf(field)) !== "") posted.set(to, "");
      continue;
    }
    try {
      const [id = ""] = await context.api(files.upload, { fileLocation: location }, [file]);
      posted.set(to, id);
      typed[to] = id;
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status === 401) throw error;
      return { root: { type: "upload", message: error.reason ? `${failure} ${error.reason}` : failure } };
    }
  }
  return undefined;
}

/** Returns why the files of the field were refused, and which of them have to be chosen again. */
async function storeDocuments(
  context: RequestContext,
  [field, { to, store }]: [field: string, documents: Documents],
  { posted, typed, id }: Uploading,
): Promise<string | undefined> {
  const chosen = posted.getAll(field).filter((file): file is File => file instanceof File && file.name !== "");
  posted.delete(field);
  if (chosen.length === 0) return undefined;
  const kept = [typed[to] ?? []].flat();
  const again = `Please choose again: ${chosen.map(({ name }) => name).join(", ")}.`;
  const empty = chosen.find(({ size }) => size === 0);
  if (empty) return `“${empty.name}” is empty. ${again}`;
  try {
    const stored = await store(context, chosen, { id, kept });
    for (const value of stored) posted.append(`${to}[]`, value);
    typed[to] = [...kept, ...stored];
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status === 401) throw error;
    return `${error.reason ?? "The documents could not be stored due to an unexpected error."} ${again}`;
  }
}

export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
