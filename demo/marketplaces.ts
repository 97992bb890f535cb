import { addressRow } from "#api/areas/shared/address.ts";
import type { Db } from "#api/core/database/connection.ts";
import { addresses, marketplaces } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { abnFrom } from "#contract/rules/abn.ts";
import { drawLogo } from "./logos.ts";
import { slug } from "./names.ts";
import type { Random } from "./random.ts";

const operatedMarketplaces = [
  {
    name: "Harbour & Co",
    legalName: "Harbour & Co Retail Pty Ltd",
    abn: "641208337",
    orderNumberPrefix: "HC",
    streetAddress: "88 Harbour Street",
    city: "Sydney",
    state: "NSW",
    postCode: "2000",
    terms: [
      "Orders that arrive before 11 am on a working day leave the Supplier on the same day.",
      "Parcels carry the packaging slip of Harbour & Co and no other advertising.",
    ],
  },
  {
    name: "Big Backyard",
    legalName: "Big Backyard Online Pty Ltd",
    abn: "617450928",
    orderNumberPrefix: "BB",
    streetAddress: "14 Depot Road",
    city: "Brisbane City",
    state: "QLD",
    postCode: "4000",
    terms: [
      "Products for the garden state which Australian states and territories do not admit them.",
      "Returns within 30 days are accepted, and their postage is shared.",
    ],
  },
  {
    name: "Corner Room",
    legalName: "Corner Room Interiors Pty Ltd",
    abn: "602781145",
    orderNumberPrefix: "CR",
    streetAddress: "230 Smith Street",
    city: "Fitzroy",
    state: "VIC",
    postCode: "3065",
    terms: ["Furniture is delivered into the room that the customer names, if the customer asks for it."],
  },
  {
    name: "Market Lane",
    legalName: "Market Lane Traders Limited",
    abn: "655093261",
    orderNumberPrefix: "ML",
    streetAddress: "5 Market Street",
    city: "Adelaide",
    state: "SA",
    postCode: "5000",
    terms: [],
  },
] as const;

/** Sells as agent of its suppliers since the latest full month. */
const agent = "Market Lane";

/** Returns the first day of the latest full month. */
const lastMonth = (today: Date) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);

/** Returns the ids of the marketplaces. */
export async function seedMarketplaces(db: Db, random: Random, today: Date): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, legalName, abn, orderNumberPrefix, terms, ...place } of operatedMarketplaces) {
    const row = addressRow({ unitNumber: "", streetAddress2: "", countryCode: "AU", ...place });
    const [address] = await db.insert(addresses).values(row).returning({ id: addresses.id });
    const id = ids.length + 1;
    const logo = await drawLogo(random);
    const logoName = `${slug(name)}.${logo.contentType.replace("image/", "")}`;
    const logoId = await databaseFiles.put(db, {
      ...logo,
      location: FileLocation.marketplaceLogo,
      name: logoName,
      size: logo.content.length,
    });
    await db.insert(marketplaces).values({
      id,
      name,
      legalName,
      abn: abnFrom(abn),
      orderNumberPrefix,
      terms: terms.join("\n"),
      agentFrom: name === agent ? lastMonth(today) : null,
      logoId,
      businessAddressId: address?.id,
    });
    ids.push(id);
  }
  return ids;
}
