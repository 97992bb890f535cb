import { z } from "zod";
import { query } from "#contract/operation.ts";
import { configurationSchema } from "./schema.ts";

export const configuration = {
  get: query("configuration", { permission: "anyone", input: z.object({}), output: configurationSchema }),
};
