/** Adds several images to a product's gallery. Those that are refused do not keep the others from being saved. */

import { data } from "@remix-run/node";
import { v5 as derivedId } from "uuid";
import type { z } from "zod";
import { byField, type FormAnswer } from "#app/lib/form-answer.ts";
import { fieldsOfRows, rowsOfFields, withoutRows, withRowsChanged } from "#app/lib/form-rows.ts";
import { countOf, were } from "#app/lib/format.ts";
import { type CommandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { readForm } from "#app/services/forms/form-reader.server.ts";
import { savedMessage } from "#app/services/forms/saved-message.server.ts";
import { availabilityZone, knownZone, momentIn } from "#app/services/pages/time-zone.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { limitRequests } from "#app/services/request/rate-limit.server.ts";
import { type RequestContext, readView } from "#app/services/request/request-context.server.ts";
import { redirectWithSuccess } from "#app/services/request/toast.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { maxPhotoBytes, tooLargeFile } from "#contract/files/limits.ts";
import { files } from "#contract/files/operations.ts";
import { productMessages } from "#contract/products/commands.ts";
import { productImagesForm } from "#contract/products/forms.ts";
import { labelOfFile } from "#contract/products/image-limits.ts";
import { products } from "#contract/products/operations.ts";
import { loadProduct } from "./products.server.ts";

const list = "Images";
const fileField = "ImageFiles";
type Row = Record<string, string>;

export const addImagesForm: CommandForm = {
  uploads: {},
  secretFields: [],
  notSaved: productMessages.notSaved,
  refresh: (typed, pressed) => withRowsChanged(list, typed, pressed, {}),
  run,
};

async function run(form: FormData, id: string, context: RequestContext) {
  const sent = form.getAll(fileField).filter((file): file is File => file instanceof File && file.name !== "");
  const typed = byField([...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  const { stored, refused } = await storeFiles(context, sent);
  const rows = [...rowsOfFields(list, typed), ...stored];
  const values = (left: readonly Row[]) => ({ ...withoutRows(typed), ...fieldsOfRows(list, left) });
  if (rows.length === 0 && refused.length > 0)
    return { errors: uploadErrors(refused), values: values([]), status: 422 };
  const read = productImagesForm.safeParse({ ...typed, [list]: rows.length > 0 ? rows : undefined });
  if (!read.success)
    return {
      errors: { ...errorsOf(read.error), ...uploadErrors(refused) },
      values: values(rows),
      status: 422,
    };

  const { savedCount, left, status } = await saveImages(read.data, id, context);
  if (left.length + refused.length === 0) {
    const saved = savedCount === 1 ? productMessages.imageSaved : `${countOf(savedCount, "image")} were added.`;
    return redirectWithSuccess(readView(context), await savedMessage(saved, context));
  }
  return {
    errors: {
      ...Object.fromEntries(
        left.map(({ why }, i) => [`${list}.${i}.Label`, { type: "server", message: why }] as const),
      ),
      ...uploadErrors(refused),
    },
    failure: outcome(savedCount, left.length + refused.length),
    values: { ...values(left.map(({ row }) => row)), Id: savedCount > 0 ? newCommandId() : id },
    status,
  };
}

const wereAdded = (count: number) => `${countOf(count, "image")} ${were(count)}`;

const outcome = (saved: number, refused: number) => `${wereAdded(saved)} added, ${refused} ${were(refused)} not.`;

/** The message of the specification, followed by the reason for each of the files. */
function uploadErrors(refused: readonly string[]): NonNullable<FormAnswer["errors"]> {
  if (refused.length === 0) return {};
  return { [fileField]: { type: "upload", message: [productMessages.imageNotUploaded, ...refused].join(" ") } };
}

function errorsOf({ issues }: z.ZodError): NonNullable<FormAnswer["errors"]> {
  return Object.fromEntries(
    issues
      .map(
        ({ path, message }) =>
          [path.length > 1 ? path.join(".") : nameOf(path[0]), { type: "typed", message }] as const,
      )
      .reverse(),
  );
}

/** A message about the list as a whole is shown at the field for its files. */
const nameOf = (field: PropertyKey | undefined) => (field === list ? fileField : String(field));

/** Stores files that arrived with the form, as they do without scripts. @returns why some of them were refused */
async function storeFiles(context: RequestContext, sent: readonly File[]) {
  const stored: Row[] = [];
  const refused: string[] = [];
  for (const file of sent) {
    const answer = await storeFile(context, file);
    if ("id" in answer) stored.push({ ImageId: answer.id, Label: labelOfFile(file.name) });
    else refused.push(answer.message);
  }
  return { stored, refused };
}

/** @throws ApiRefusal 401 if the session has ended */
async function storeFile(context: RequestContext, file: File): Promise<{ id: string } | { message: string }> {
  if (file.size === 0) return { message: `“${file.name}” is empty.` };
  if (file.size > maxPhotoBytes) return { message: tooLargeFile(file.name, maxPhotoBytes) };
  try {
    const [id = ""] = await context.api(files.upload, { fileLocation: FileLocation.productImage }, [file]);
    return { id };
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status === 401) throw error;
    const reason = error.reason ?? "It could not be stored due to an unexpected error.";
    return { message: reason.includes(file.name) ? reason : `“${file.name}”: ${reason}` };
  }
}

interface Left {
  row: Row;
  why: string;
}

/** Sends a command for each image, whose `Id` follows from the form's, so that it may be sent again. */
async function saveImages(
  { Images, AvailableFrom, AvailableFromTurn, TimeZone }: z.output<typeof productImagesForm>,
  id: string,
  context: RequestContext,
) {
  const [{ product }, ownZone] = await Promise.all([loadProduct(context), availabilityZone(context)]);
  const zone = knownZone(TimeZone) ?? ownZone;
  const availableFrom = product.canEditImageAvailableDate
    ? momentIn("AvailableFrom", AvailableFrom, zone, undefined, AvailableFromTurn)
    : undefined;
  const left: Left[] = [];
  let status = 422;
  for (const { ImageId, Label } of Images) {
    try {
      await context.api(products.upsertImage, {
        Id: derivedId(ImageId, id),
        ProductId: product.id,
        ProductImageId: null,
        ImageId,
        Label,
        AvailableFrom: availableFrom,
      });
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status === 401) throw error;
      const [[first] = []] = Object.values(error.fields);
      left.push({ row: { ImageId, Label }, why: first ?? error.reason ?? productMessages.notSaved });
      status = error.status;
    }
  }
  return { savedCount: Images.length - left.length, left, status };
}

/** Stores one image, which the form then names by its id. Refuses with a `message`. */
export async function storeImage(context: RequestContext) {
  const refuse = (status: number, message: string) => data({ message }, { status });
  const isSignedIn = (await sessionOf(context.state)).status !== "none";
  const { fields, tooLarge } = await readForm(context.request, {
    maxFileBytes: maxPhotoBytes,
    maxFiles: 1,
    maxFields: 1,
    dropFiles: !isSignedIn,
  });
  const signedOut = "You have been signed out. Sign in again in another tab, and then try again here.";
  if (!isSignedIn) throw refuse(401, signedOut);
  await limitRequests(context);
  const [large] = tooLarge.values();
  if (large) throw refuse(422, tooLargeFile(large.fileName, large.maxBytes));
  const file = fields.get(fileField);
  if (!(file instanceof File)) throw refuse(400, "Please choose an image.");
  const answer = await storeFile(context, file).catch((error: unknown) => {
    throw error instanceof ApiRefusal && error.status === 401 ? refuse(401, signedOut) : error;
  });
  if ("message" in answer) throw refuse(422, answer.message);
  return answer;
}
