import { z } from "zod";
import { query } from "#contract/operation.ts";
import { addressInput, countrySchema, stateSchema } from "./schema.ts";

export const locations = {
  countries: query("locations/countries", {
    permission: "signedIn",
    input: z.object({}),
    output: z.array(countrySchema),
  }),
  states: query("locations/states", {
    permission: "signedIn",
    input: z.object({ countryCode: z.string().trim().length(2, "Please choose a country.") }),
    output: z.array(stateSchema),
  }),
  /** Returns the id of the address: an existing equal one, or a new one. Safe to repeat. */
  findOrCreateAddress: query("locations/FindOrCreateAddress", {
    method: "POST",
    permission: "mayWrite",
    input: addressInput,
    output: z.guid(),
  }),
};
