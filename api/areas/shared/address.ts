import { createHash } from "node:crypto";
import type { Address, AddressInput } from "../../../contract/locations/schema.ts";
import type { addresses } from "../../database/schema/index.ts";
import { countryName } from "./countries.ts";

type AddressRow = typeof addresses.$inferSelect;

/** The agreement's address of a stored one. */
export function withCountryName({ digest: _, ...address }: AddressRow): Address {
  return { ...address, countryName: countryName(address.countryCode) ?? address.countryCode };
}

/**
 * The row of an address, with the digest by which it is found again. Blanks and Unicode forms make no difference;
 * capitals do, or nobody could ever correct them: stored addresses are never edited.
 */
export function addressRow(given: AddressInput): Omit<AddressRow, "id"> {
  const plain = (value: string) => value.normalize("NFC").replace(/\s+/g, " ").trim();
  const parts = {
    unitNumber: plain(given.unitNumber),
    streetAddress: plain(given.streetAddress),
    streetAddress2: plain(given.streetAddress2),
    city: plain(given.city),
    state: plain(given.state),
    postCode: plain(given.postCode),
    countryCode: given.countryCode.toUpperCase(),
  };
  return { ...parts, digest: createHash("sha256").update(Object.values(parts).join("\0")).digest("hex") };
}
