import { z } from "zod";
import { query } from "#contract/operation.ts";
import { processingSchema } from "./schema.ts";

export const processing = {
  /** How far work in the background is, for whoever asked for it, and what was said since a message: 0, or nothing, is all of it. */
  get: query("processing", {
    permission: "signedIn",
    input: z.object({ id: z.guid(), lastMessageId: z.coerce.number().int().min(0).default(0) }),
    output: processingSchema,
  }),
};
