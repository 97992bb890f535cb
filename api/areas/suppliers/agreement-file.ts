/** Documents of agreements: created from the stored terms, saved as files, and renewed when the terms have changed. */
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { onOneLine } from "#api/areas/shared/address.ts";
import { hasRulesFor } from "#api/areas/shared/commission.ts";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  addresses,
  agreementDocuments,
  files,
  marketplaces,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import type { FileStore } from "#api/core/files/store.ts";
import { FileLocation, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type { AgreementTerms } from "./agreement-clauses.ts";
import { agreementPdf } from "./agreement-kind.ts";
import { agreementStatements, changedSubjects } from "./agreement-statements.ts";
import { isLink, type Link, type LinkKey } from "./links.ts";

export interface Maker {
  db: Db;
  files: FileStore;
  config: Pick<Config, "gstRate" | "timeZone" | "organisation">;
  now: Date;
  caller?: { userId: number };
}

/**
 * Creates and stores a document. With a signature, it is the offered document, signed.
 * @returns the id of the new document
 */
export async function storeAgreement(
  maker: Maker,
  key: LinkKey,
  signature?: AgreementTerms["signature"],
): Promise<string> {
  return storeDocument(maker, key, await currentTerms(maker, key, signature));
}

/**
 * Offers a new document if the terms (names, ABNs, addresses, clauses) have changed since the offered one was created.
 * @returns the id of the document that states the current terms
 */
export async function renewOffer(maker: Maker, link: Link & { agreementFileId: string }): Promise<string> {
  const terms = await currentTerms(maker, link);
  const [offered] = await maker.db
    .select()
    .from(agreementDocuments)
    .where(eq(agreementDocuments.fileId, link.agreementFileId));
  if (offered && changedSubjects(offered.statements, agreementStatements(terms)).length === 0)
    return link.agreementFileId;
  const agreementFileId = await storeDocument(maker, link, terms);
  await maker.db.update(supplierMarketplaces).set({ agreementFileId }).where(isLink(link));
  return agreementFileId;
}

/** Offers a document if there is none, or if its terms have changed. */
export async function offerCurrentTerms(maker: Maker, link: Link): Promise<void> {
  if (link.agreementFileId !== null) await renewOffer(maker, { ...link, agreementFileId: link.agreementFileId });
  else {
    const agreementFileId = await storeAgreement(maker, link);
    await maker.db.update(supplierMarketplaces).set({ agreementFileId }).where(isLink(link));
  }
}

/** Renews all offers to this supplier that it has not agreed to yet. */
export async function renewOffers(maker: Maker, supplierId: number): Promise<void> {
  const waiting = await maker.db
    .select()
    .from(supplierMarketplaces)
    .where(
      and(
        isLink({ supplierId }),
        eq(supplierMarketplaces.status, SupplierMarketplaceStatus.pending),
        isNotNull(supplierMarketplaces.agreementFileId),
      ),
    );
  for (const link of waiting)
    if (link.agreementFileId !== null) await renewOffer(maker, { ...link, agreementFileId: link.agreementFileId });
}

/** Returns the subjects in which two documents of a supplier differ; empty if one of them is unknown. */
export async function differences(db: Db, supplierId: number, before: string, after: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(agreementDocuments)
    .where(and(eq(agreementDocuments.supplierId, supplierId), inArray(agreementDocuments.fileId, [before, after])));
  const [from, to] = [before, after].map((id) => rows.find(({ fileId }) => fileId === id)?.statements);
  return from && to ? changedSubjects(from, to) : [];
}

/** Returns the current terms. */
export async function currentTerms(
  { db, config, now }: Pick<Maker, "db" | "now"> & { config: Pick<Config, "gstRate" | "timeZone"> },
  key: LinkKey,
  signature?: AgreementTerms["signature"],
): Promise<AgreementTerms> {
  const { madeAt, ...terms } = await termsOf(db, key);
  return {
    ...terms,
    gstRate: config.gstRate,
    timeZone: config.timeZone,
    madeAt: (signature && madeAt) ?? now,
    ...(signature && { signature }),
  };
}

async function storeDocument(
  { db, files: store, config, caller }: Maker,
  key: LinkKey,
  terms: AgreementTerms,
): Promise<string> {
  const letterhead = await letterheadOf({ db, files: store, config });
  const content = await makeDocument(agreementPdf, { agreement: terms, letterhead }, undefined);
  const fileId = await store.put(db, {
    location: FileLocation.agreement,
    name: `${terms.marketplace.name} Terms & Conditions.pdf`,
    contentType: "application/pdf",
    size: content.length,
    content,
    supplierId: key.supplierId,
    createdBy: caller?.userId,
  });
  await db
    .insert(agreementDocuments)
    .values({ fileId, supplierId: key.supplierId, statements: agreementStatements(terms) });
  return fileId;
}

async function termsOf(db: Db, key: LinkKey) {
  const office = alias(addresses, "office");
  const [row] = await db
    .select({
      link: supplierMarketplaces,
      marketplace: marketplaces,
      supplier: suppliers,
      office,
      billing: addresses,
      madeAt: files.createdAt,
    })
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
    hasCommissionRules: await hasRulesFor(db, key.marketplaceId, key.supplierId),
    referralCostPerClick: link.referralCostPerClick,
    madeAt,
  };
}
