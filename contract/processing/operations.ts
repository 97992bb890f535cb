import { z } from "zod";
import { query } from "#contract/operation.ts";
import { processingSchema } from "./schema.ts";

export const processing = {
  get: query("processing", {
    description:
      "Returns the progress of a background process, for the user who started it. With the messages after a given id; 0 or none returns all.",
    permission: "signedIn",
    scope: ["stock", "products"],
    input: z.object({ id: z.guid(), lastMessageId: z.coerce.number().int().min(0).default(0) }),
    output: processingSchema,
  }),
};
