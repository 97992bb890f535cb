import { addressRow } from "../api/areas/shared/address.ts";
import type { Db } from "../api/database/connection.ts";
import { addresses, marketplaces } from "../api/database/schema/index.ts";
import { abnFrom } from "../contract/rules/abn.ts";

const houses = [
  {
    name: "Harbour & Co",
    legalName: "Harbour & Co Retail Pty Ltd",
    abn: "641208337",
    streetAddress: "88 Harbour Street",
    city: "Sydney",
    state: "NSW",
    postCode: "2000",
  },
  {
    name: "Big Backyard",
    legalName: "Big Backyard Online Pty Ltd",
    abn: "617450928",
    streetAddress: "14 Depot Road",
    city: "Brisbane City",
    state: "QLD",
    postCode: "4000",
  },
  {
    name: "Corner Room",
    legalName: "Corner Room Interiors Pty Ltd",
    abn: "602781145",
    streetAddress: "230 Smith Street",
    city: "Fitzroy",
    state: "VIC",
    postCode: "3065",
  },
  {
    name: "Market Lane",
    legalName: "Market Lane Traders Limited",
    abn: "655093261",
    streetAddress: "5 Market Street",
    city: "Adelaide",
    state: "SA",
    postCode: "5000",
  },
] as const;

/** @returns the marketplaces' ids */
export async function seedMarketplaces(db: Db): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, legalName, abn, ...place } of houses) {
    const row = addressRow({ unitNumber: "", streetAddress2: "", countryCode: "AU", ...place });
    const [address] = await db.insert(addresses).values(row).returning({ id: addresses.id });
    const id = ids.length + 1;
    await db.insert(marketplaces).values({ id, name, legalName, abn: abnFrom(abn), businessAddressId: address?.id });
    ids.push(id);
  }
  return ids;
}
