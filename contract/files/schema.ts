import { z } from "zod";

export const uploadFields = z.object({
  fileLocation: z.coerce
    .number()
    .pipe(
      z.union(
        [z.literal(1), z.literal(2), z.literal(3), z.literal(5), z.literal(6)],
        "Please specify where the file belongs.",
      ),
    ),
});
