import { z } from "zod";
import { query } from "#contract/operation.ts";
import { movementsSchema, waitingSchema } from "./schema.ts";

/** The start of a working day. Not part of other APIs. */
export const home = {
  waiting: query("home/waiting", {
    description:
      "Returns how much waits for the caller, by kind. It has only kinds with something that the caller may deal with.",
    permission: "signedIn",
    feature: "home",
    input: z.object({}),
    output: waitingSchema,
  }),
  movements: query("home/movements", {
    description:
      "Returns what was ordered, sold and sent late in the last 30 days, of the suppliers that the caller sees.",
    permission: "orders.view",
    feature: "home",
    input: z.object({}),
    output: movementsSchema,
  }),
};
