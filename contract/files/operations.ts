import { z } from "zod";
import { download, upload } from "#contract/operation.ts";
import { barcodeMessage, barcodeSigns, imageSides, maxPhotoBytes } from "./limits.ts";
import { uploadFields } from "./schema.ts";

/** A closed list, because each size is cached after its first request, and other sizes could fill the memory. */
const side = z.coerce
  .number()
  .refine(
    (pixels) => imageSides.some((known) => known === pixels),
    `Please choose one of these sizes: ${imageSides.join(", ")}.`,
  )
  .optional();

export const files = {
  get: download("files/{fileId}", {
    description: "Returns an uploaded file to whoever may see the record that it belongs to.",
    permission: "signedIn",
    input: z.object({ fileId: z.guid() }),
  }),
  upload: upload("files/upload", {
    description:
      "Stores files, such as images of products and documents of suppliers. Returns their ids, in the order in which they were sent; a command then attaches them to a record.",
    permission: "mayWrite",
    scope: "products",
    input: uploadFields,
    output: z.array(z.guid()),
    maxFileBytes: maxPhotoBytes,
    maxFiles: 10,
  }),
  image: download("files/image/{id}", {
    description:
      "Returns an image, also scaled to a size. `id` may end in the extension of the image's format, such as `.jpg`.",
    permission: "anyone",
    input: z.object({ id: z.string().max(64), height: side, width: side }),
  }),
  barcode: download("files/barcode/{trackingNumber}", {
    description: "Returns the barcode of a tracking number as an image (Code 128).",
    permission: "anyone",
    input: z.object({
      trackingNumber: z.string().min(1).max(50).regex(barcodeSigns, barcodeMessage),
    }),
  }),
};
