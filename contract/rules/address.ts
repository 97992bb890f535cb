import type { Address } from "#contract/locations/schema.ts";

/** Returns the lines of a postal address. */
export function addressLines(address: Address): string[] {
  const { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryName, countryCode } = address;
  const street = [unitNumber, streetAddress].filter(Boolean).join(" / ");
  const lines = [street, streetAddress2, [city, state, postCode].filter(Boolean).join(" "), countryName ?? countryCode];
  return lines.flatMap((line) => line || []);
}
