/** The agreement's document as a file that is kept: made of what the tables say at this moment. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { FileLocation } from "../../../contract/enumerations.ts";
import type { Config } from "../../config.ts";
import type { Db } from "../../database/connection.ts";
import { addresses, files, marketplaces, supplierMarketplaces, suppliers } from "../../database/schema/index.ts";
import type { FileStore } from "../../files/store.ts";
import { onOneLine } from "../shared/address.ts";
import type { AgreementTerms } from "./agreement-clauses.ts";
import { agreementDocument } from "./agreement-document.ts";
import { isLink, type LinkKey } from "./links.ts";

interface Maker {
  db: Db;
  files: FileStore;
  config: Pick<Config, "gstRate" | "timeZone">;
  now: Date;
  caller?: { userId: number };
}

/** @returns the id of the new document; with a signature it is the one that was waiting, signed */
export async function keepAgreement({ db, files: store, config, now, caller }: Maker, key: LinkKey, signature?: AgreementTerms["signature"]): Promise<string> {
  const { madeAt, ...terms } = await termsOf(db, key);
  const content = await agreementDocument({ ...terms, ...config, madeAt: (signature && madeAt) ?? now, signature });
  return store.put(db, {
    location: FileLocation.agreement,
    name: `${terms.marketplace.name} Terms & Conditions.pdf`,
    contentType: "application/pdf",
    size: content.length,
    content,
    supplierId: key.supplierId,
    createdBy: caller?.userId,
  });
}

async function termsOf(db: Db, key: LinkKey) {
  const office = alias(addresses, "office");
  const [row] = await db
    .select({ link: supplierMarketplaces, marketplace: marketplaces, supplier: suppliers, office, billing: addresses, madeAt: files.createdAt })
    .from(supplierMarketplaces)
    .innerJoin(marketplaces, eq(marketplaces.id, supplierMarketplaces.marketplaceId))
    .innerJoin(suppliers, eq(suppliers.id, supplierMarketplaces.supplierId))
    .leftJoin(office, eq(office.id, marketplaces.businessAddressId))
    .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
    .leftJoin(files, eq(files.id, supplierMarketplaces.agreementFileId))
    .where(isLink(key));
  if (!row) throw new Error("There is no such agreement.");
  const { link, marketplace, supplier, office: from, billing, madeAt } = row;
  return {
    marketplace: { ...marketplace, address: from ? onOneLine(from) : "" },
    supplier: { ...supplier, address: billing ? onOneLine(billing) : "" },
    commissionRate: link.commissionRate,
    referralCostPerClick: link.referralCostPerClick,
    madeAt,
  };
}
