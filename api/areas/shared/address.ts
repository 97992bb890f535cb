import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { addresses } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { countryName } from "#contract/locations/countries.ts";
import type { Address, AddressInput } from "#contract/locations/schema.ts";

type AddressRow = typeof addresses.$inferSelect;

/** Converts a stored address to the API's form. */
export function withCountryName({ digest: _, ...address }: AddressRow): Address {
  return { ...address, countryName: countryName(address.countryCode) ?? address.countryCode };
}

/** Returns the stored address in the API's form; null if there is none. */
export async function addressOf(db: Db, id: string | null): Promise<Address | null> {
  if (id === null) return null;
  const [address] = await db.select().from(addresses).where(eq(addresses.id, id));
  return address ? withCountryName(address) : null;
}

/** Formats an address for documents: `Unit 3, 12 Wharf Road, Fremantle WA 6160, Australia`. */
export function onOneLine(address: AddressRow): string {
  const { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryCode } = address;
  const unit = unitNumber && `Unit ${unitNumber}`;
  const town = [city, state, postCode].filter(Boolean).join(" ");
  return [unit, streetAddress, streetAddress2, town, countryName(countryCode)].filter(Boolean).join(", ");
}

/**
 * Returns the row of an address, with the digest that identifies equal ones. Spaces and Unicode forms are normalised;
 * letter case is not, because stored addresses are never edited and could otherwise not be corrected.
 *
 * Supplier staff only find addresses they entered themselves, so that nobody can read another's address by naming its
 * id; all other users (and the demo data, which have no caller) share theirs.
 */
export function addressRow(input: AddressInput, caller?: Caller): Omit<AddressRow, "id"> {
  const plain = (value: string) => value.normalize("NFC").replace(/\s+/g, " ").trim();
  const parts = {
    unitNumber: plain(input.unitNumber),
    streetAddress: plain(input.streetAddress),
    streetAddress2: plain(input.streetAddress2),
    city: plain(input.city),
    state: plain(input.state),
    postCode: plain(input.postCode),
    countryCode: input.countryCode.toUpperCase(),
  };
  const owner = caller && !caller.seesAllSuppliers ? [`user ${caller.userId}`] : [];
  const digest = createHash("sha256")
    .update([...Object.values(parts), ...owner].join("\0"))
    .digest("hex");
  return { ...parts, digest };
}

/** True if the address exists and the caller could have got its id by entering it. */
export async function mayUseAddress({ db, caller }: Context, id: string): Promise<boolean> {
  const [address] = await db.select().from(addresses).where(eq(addresses.id, id));
  return address !== undefined && (caller.seesAllSuppliers || addressRow(address, caller).digest === address.digest);
}
