import type { Address } from "@contract/locations/schema.ts";

interface Recipient {
  customerFirstName: string;
  customerSurname: string;
  companyName?: string | null;
}

/** Whom and where something is sent: to the customer, or to a company with the customer's attention. */
export function deliveryLines({ customerFirstName, customerSurname, companyName }: Recipient, address: Address): string[] {
  const customer = `${customerFirstName} ${customerSurname}`;
  return [...(companyName ? [companyName, `Attention Of ${customer}`] : [customer]), ...addressLines(address)];
}

/** An address as it stands on a letter, line by line. */
export function addressLines(address: Address): string[] {
  const { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryName, countryCode } = address;
  const street = [unitNumber, streetAddress].filter(Boolean).join(" / ");
  return [street, streetAddress2, [city, state, postCode].filter(Boolean).join(" "), countryName ?? countryCode].filter(
    (line) => typeof line === "string" && line !== "",
  ) as string[];
}
