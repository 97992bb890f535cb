import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import { noId, optionalText, text } from "#contract/fields.ts";

export const countrySchema = z.object({ code: z.string(), name: z.string() });
export type Country = z.output<typeof countrySchema>;

export const stateSchema = z.object({ id: z.number().int(), shortName: z.string(), name: z.string() });
export type State = z.output<typeof stateSchema>;

/** A stored address. `state` is the short name if the country has a list of states. */
export const addressSchema = z.object({
  id: z.string().default(noId),
  unitNumber: z.string().nullish(),
  streetAddress: z.string(),
  streetAddress2: z.string().nullish(),
  city: z.string(),
  state: z.string(),
  postCode: z.string(),
  countryCode: z.string(),
  countryName: z.string().nullish(),
});
export type Address = z.output<typeof addressSchema>;

export const defaultCountry = "AU";
/** Countries with a list of states; in all others the state is free text and optional. */
export const countriesWithStates: readonly string[] = ["AU", "NZ", "US", "CA", "GB"];

/** Returns a warning about the postcode of an Australian address; it is stored all the same. */
export function postCodeWarning({
  countryCode,
  postCode,
}: {
  countryCode: string;
  postCode: string;
}): string | undefined {
  const isOdd =
    countryCode.toUpperCase() === defaultCountry && postCode.trim() !== "" && !/^\d{4}$/.test(postCode.trim());
  return isOdd ? "Australian post codes have 4 digits. Please check this one." : undefined;
}

const requiredState = "Please choose a state or territory.";

/** An address as entered. The fields have the names of the operation. */
export const addressInput = z.object({
  unitNumber: optionalText({ max: 50, breaks: "joined" }),
  streetAddress: text({ max: 500, breaks: "joined" }),
  streetAddress2: optionalText({ max: 500, breaks: "joined" }),
  city: text({ max: 255, breaks: "joined" }),
  state: optionalText({ max: 255, breaks: "joined" }),
  postCode: text({ max: 10, breaks: "joined" }),
  countryCode: text({ max: 2, required: "Please choose a country." }).regex(
    /^[A-Za-z]{2}$/,
    "Please choose a country.",
  ),
});
export type AddressInput = z.output<typeof addressInput>;

/** An address as a form submits it: the state is checked once the country is known. */
export const addressForm = acrossFields(addressInput, (address, context) => {
  const message = stateProblem(address);
  if (message) context.addIssue({ code: "custom", path: ["state"], message });
});

/** Returns the error in the state for this country, or undefined. It is required if the country has a list. */
export function stateProblem(address: { countryCode?: string; state?: string }): string | undefined {
  return countriesWithStates.includes(address.countryCode?.toUpperCase() ?? "") && address.state === ""
    ? requiredState
    : undefined;
}
