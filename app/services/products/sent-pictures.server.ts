/** Pictures of products that are sent in a zip file. */

import { withWayBack } from "#app/lib/list-state.ts";
import { progressPaths } from "#app/lib/progress-paths.ts";
import { commandForms, fileForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { asOption, recordPicker } from "#app/services/forms/pickers.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { maxPictureArchiveBytes } from "#contract/files/limits.ts";
import { products } from "#contract/products/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { loadPictures, retryForm } from "./import.server.ts";

const mostListed = 5;

/** For the dialog: the suppliers whose products the user may change, with that of the list's filter chosen. */
export async function loadSendPictures(context: RequestContext) {
  const chosen = context.url.searchParams.get("supplierId") ?? "";
  const [{ options = await chosenAlone(context, chosen) }, uploads, timeZone] = await Promise.all([
    recordPicker(context, "managedSuppliers"),
    context.api(products.pictureUploads, {}),
    operatorZone(),
  ]);
  const [only, another] = options;
  const isOffered = options.some(({ value }) => value === chosen);
  return {
    suppliers: options,
    supplierId: isOffered ? chosen : only && !another ? only.value : "",
    uploads: uploads.slice(0, mostListed).map((upload) => ({
      ...upload,
      path: withWayBack(progressPaths.pictures(upload.id), context.url.search),
    })),
    timeZone,
    commandId: newCommandId(),
  };
}

/** Where there are too many suppliers for a select: the one of the list's filter. */
async function chosenAlone({ api }: RequestContext, id: string) {
  const { data } = suppliers.get.input.safeParse({ id });
  if (!data) return [];
  try {
    return [asOption(await api(suppliers.get, data))];
  } catch (error) {
    if (error instanceof ApiRefusal && (error.status === 404 || error.status === 403)) return [];
    throw error;
  }
}

const notSent = "Oh dear, the pictures could not be sent due to an unexpected error. Please try again.";

const zipForm = fileForm({
  operation: products.uploadPictures,
  input: (_, form) => ({ supplierId: String(form.get("supplierId") ?? "") }),
  endings: [".zip"],
  notSaved: notSent,
  next: (context, id) => withWayBack(progressPaths.pictures(id), context.url.search),
});

export const sendPictures = commandForms(
  { import: zipForm },
  { maxFileBytes: maxPictureArchiveBytes, hasLargeFiles: true },
);

export async function loadSentPictures(context: RequestContext) {
  const id = context.param("id");
  const [upload, pictures, timeZone] = await Promise.all([
    context.api(products.pictureUpload, { id }),
    loadPictures(context, { processId: id }),
    operatorZone(),
  ]);
  return { upload, pictures, timeZone, commandId: newCommandId() };
}

export const actOnSentPictures = commandForms({
  retryPictures: retryForm((context) => ({ ProcessId: context.param("id") })),
});
