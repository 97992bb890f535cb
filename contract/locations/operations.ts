import { z } from "zod";
import { query } from "#contract/operation.ts";
import { addressInput, countrySchema, stateSchema } from "./schema.ts";

export const locations = {
  countries: query("locations/countries", {
    description: "Returns the countries that an address may have, with their codes.",
    permission: "signedIn",
    input: z.object({}),
    output: z.array(countrySchema),
  }),
  states: query("locations/states", {
    description: "Returns the states of a country. Empty where addresses of the country have none.",
    permission: "signedIn",
    input: z.object({ countryCode: z.string().trim().length(2, "Please choose a country.") }),
    output: z.array(stateSchema),
  }),
  findOrCreateAddress: query("locations/FindOrCreateAddress", {
    description: "Returns the id of an address: an existing equal one, or a new one. Safe to repeat.",
    method: "POST",
    permission: "mayWrite",
    input: addressInput,
    output: z.guid(),
  }),
};
