import { z } from "zod";
import { command, query } from "#contract/operation.ts";
import { setupSchema } from "./schema.ts";

/** What a marketplace needs before its first sale. Not part of other APIs. */
export const setup = {
  get: query("setup", { permission: "settings.edit", feature: "setup", input: z.object({}), output: setupSchema }),
  /** Whether the line at the top of an administrator's pages is shown. */
  dismiss: command("setup/Dismiss", {
    permission: "settings.edit",
    effect: "work",
    feature: "setup",
    input: z.object({ IsDismissed: z.boolean() }),
  }),
};
