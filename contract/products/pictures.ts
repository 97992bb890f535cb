/** Pictures of products that are fetched from addresses, or taken from a zip file, in the background. */
import { z } from "zod";
import { recordId } from "#contract/fields.ts";

/** One of both. */
export const picturesOf = z.object({ processId: z.guid().optional(), productId: recordId.optional() });

export const pictureRequests = z.object({
  fetched: z.int(),
  /** Not fetched yet, including those that will be tried again. */
  waiting: z.int(),
  /** Not tried any more. */
  failed: z.int(),
  /** The first of those that could not be fetched. */
  problems: z.array(
    z.object({
      id: z.int(),
      productId: z.int(),
      productName: z.string(),
      address: z.string(),
      problem: z.string(),
      /** It will be tried again. */
      isWaiting: z.boolean(),
      /** The row of the file that named it, as Excel counts, and its column, where they are known. */
      row: z.int().nullish(),
      column: z.string().nullish(),
    }),
  ),
});
export type PictureRequests = z.output<typeof pictureRequests>;

/** Pictures of one supplier's products in a zip file, whose names are SKUs. */
export const uploadPictures = z.object({ supplierId: recordId });

const pictureUploadFields = {
  id: z.guid(),
  /** Of the zip file. */
  fileName: z.string(),
  supplierName: z.string(),
  createdDate: z.string(),
};

/** The content of a zip file. */
export const pictureUpload = z.object({
  ...pictureUploadFields,
  /** Pictures that belong to a product or a variant, and were not here before. */
  taken: z.int(),
  /** Products that these are of. */
  products: z.int(),
  /** Pictures that were sent before. */
  known: z.int(),
  /** Files that were left out. */
  leftOut: z.int(),
  /** The first of them, and why. */
  problems: z.array(z.object({ name: z.string(), why: z.string() })),
});

export const pictureUploads = z.array(z.object(pictureUploadFields));

/** One of both. */
export const retryPictures = z.object({ ProcessId: z.guid().nullish(), ProductId: recordId.nullish() });
