import { z } from "zod";
import { download, upload } from "../operation.ts";
import { barcodeMessage, barcodeSigns, maxImageBytes } from "./limits.ts";
import { uploadFields } from "./schema.ts";

const side = z.coerce.number().int().min(1).max(2000).optional();

export const files = {
  get: download("files/{fileId}", { permission: "signedIn", input: z.object({ fileId: z.guid() }) }),
  upload: upload("files/upload", {
    permission: "signedIn",
    input: uploadFields,
    output: z.array(z.guid()),
    maxFileBytes: maxImageBytes,
  }),
  image: download("files/image/{id}", { permission: "anyone", input: z.object({ id: z.string().max(64), height: side, width: side }) }),
  barcode: download("files/barcode/{trackingNumber}", {
    permission: "anyone",
    input: z.object({
      trackingNumber: z.string().min(1).max(50).regex(barcodeSigns, barcodeMessage),
    }),
  }),
};
