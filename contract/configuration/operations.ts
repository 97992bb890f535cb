import { z } from "zod";
import { query } from "#contract/operation.ts";
import { configurationSchema } from "./schema.ts";

export const configuration = {
  get: query("configuration", {
    description:
      "Returns the configuration that every client loads first. It names the provider of the sign-in, the features of this API, the GST rate, the time zone, and the labels of statuses.",
    permission: "anyone",
    input: z.object({}),
    output: configurationSchema,
  }),
};
