import type { Address } from "#contract/locations/schema.ts";

/** An address as it stands on a letter, line by line. */
export function addressLines(address: Address): string[] {
  const { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryName, countryCode } = address;
  const street = [unitNumber, streetAddress].filter(Boolean).join(" / ");
  return [street, streetAddress2, [city, state, postCode].filter(Boolean).join(" "), countryName ?? countryCode].filter(
    (line) => typeof line === "string" && line !== "",
  ) as string[];
}
