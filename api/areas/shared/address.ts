import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Caller } from "#api/access/caller.ts";
import type { Db } from "#api/database/connection.ts";
import { addresses } from "#api/database/schema/index.ts";
import type { Context } from "#api/operations/context.ts";
import type { Address, AddressInput } from "#contract/locations/schema.ts";
import { countryName } from "./countries.ts";

type AddressRow = typeof addresses.$inferSelect;

/** The agreement's address of a stored one. */
export function withCountryName({ digest: _, ...address }: AddressRow): Address {
  return { ...address, countryName: countryName(address.countryCode) ?? address.countryCode };
}

/** The stored address as the agreement shows it; null when there is none. */
export async function addressOf(db: Db, id: string | null): Promise<Address | null> {
  if (id === null) return null;
  const [address] = await db.select().from(addresses).where(eq(addresses.id, id));
  return address ? withCountryName(address) : null;
}

/** For documents: `Unit 3, 12 Wharf Road, Fremantle WA 6160, Australia`. */
export function onOneLine(address: AddressRow): string {
  const { unitNumber, streetAddress, streetAddress2, city, state, postCode, countryCode } = address;
  const unit = unitNumber && `Unit ${unitNumber}`;
  const town = [city, state, postCode].filter(Boolean).join(" ");
  return [unit, streetAddress, streetAddress2, town, countryName(countryCode)].filter(Boolean).join(", ");
}

/**
 * The row of an address, with the digest by which it is found again. Blanks and Unicode forms make no difference;
 * capitals do, or nobody could ever correct them: stored addresses are never edited.
 *
 * Staff of suppliers find only what they gave themselves, so that nobody reads another's address by naming its id;
 * all others (and the demo data, which have no caller) share theirs.
 */
export function addressRow(given: AddressInput, caller?: Caller): Omit<AddressRow, "id"> {
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
  const owner = caller && !caller.seesAllSuppliers ? [`user ${caller.userId}`] : [];
  const digest = createHash("sha256")
    .update([...Object.values(parts), ...owner].join("\0"))
    .digest("hex");
  return { ...parts, digest };
}

/** True when there is such an address and the caller got its id by giving the address. */
export async function mayUseAddress({ db, caller }: Context, id: string): Promise<boolean> {
  const [address] = await db.select().from(addresses).where(eq(addresses.id, id));
  return address !== undefined && (caller.seesAllSuppliers || addressRow(address, caller).digest === address.digest);
}
