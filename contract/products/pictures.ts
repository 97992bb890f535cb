/** Pictures that imports name by their addresses, and that are fetched in the background. */
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
    }),
  ),
});
export type PictureRequests = z.output<typeof pictureRequests>;

/** One of both. */
export const retryPictures = z.object({ ProcessId: z.guid().nullish(), ProductId: recordId.nullish() });
