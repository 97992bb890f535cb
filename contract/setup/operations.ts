import { z } from "zod";
import { command, query } from "#contract/operation.ts";
import { setupSchema } from "./schema.ts";

/** The steps before a marketplace's first sale. Not part of other APIs. */
export const setup = {
  get: query("setup", {
    description: "Returns what the marketplace still needs before its first sale.",
    permission: "settings.edit",
    feature: "setup",
    input: z.object({}),
    output: setupSchema,
  }),
  dismiss: command("setup/Dismiss", {
    description: "Sets whether the line about the set-up at the top of an administrator's pages is shown.",
    permission: "settings.edit",
    effect: "work",
    feature: "setup",
    input: z.object({ IsDismissed: z.boolean() }),
  }),
};
