import { z } from "zod";
import { query } from "#contract/operation.ts";
import { movementsSchema, waitingSchema } from "./schema.ts";

/** The start of a working day. Not part of other APIs. */
export const home = {
  /** Returns how much waits for the caller, by kind: only kinds with something that the caller may deal with. */
  waiting: query("home/waiting", {
    permission: "signedIn",
    feature: "home",
    input: z.object({}),
    output: waitingSchema,
  }),
  /** Returns what was ordered, sold and sent late in the last 30 days, of the suppliers that the caller sees. */
  movements: query("home/movements", {
    permission: "orders.view",
    feature: "home",
    input: z.object({}),
    output: movementsSchema,
  }),
};
