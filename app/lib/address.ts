import type { Address } from "#contract/locations/schema.ts";
import { addressLines } from "#contract/rules/address.ts";

interface Recipient {
  customerFirstName: string;
  customerSurname: string;
  companyName?: string | null;
}

/** Returns the lines of the addressee: the customer, or a company with the customer's attention. */
export function deliveryLines(
  { customerFirstName, customerSurname, companyName }: Recipient,
  address: Address,
): string[] {
  const customer = `${customerFirstName} ${customerSurname}`;
  return [...(companyName ? [companyName, `Attention Of ${customer}`] : [customer]), ...addressLines(address)];
}
