/** A supplier's marketplaces in the API's form. */
import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { endOfTerm } from "#api/areas/shared/agreement-term.ts";
import { productsTouched } from "#api/areas/shared/listings.ts";
import { marketplaces, supplierMarketplaces, users } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { SupplierMarketplace } from "#contract/suppliers/schema.ts";

export type Link = typeof supplierMarketplaces.$inferSelect;
export type LinkKey = Pick<Link, "supplierId" | "marketplaceId">;

export const isLink = ({ supplierId, marketplaceId }: Pick<Link, "supplierId"> & Partial<LinkKey>) =>
  and(
    eq(supplierMarketplaces.supplierId, supplierId),
    marketplaceId === undefined ? undefined : eq(supplierMarketplaces.marketplaceId, marketplaceId),
  );

/** Returns all marketplaces of a supplier, or the named one. */
export async function marketplacesOf(
  { db, config }: Pick<Context, "db" | "config">,
  which: Parameters<typeof isLink>[0],
): Promise<SupplierMarketplace[]> {
  const rows = await db
    .select({
      ...getTableColumns(supplierMarketplaces),
      marketplaceName: marketplaces.name,
      givenName: users.givenName,
      surname: users.surname,
      email: users.email,
      productCount: productsTouched(db),
    })
    .from(supplierMarketplaces)
    .innerJoin(marketplaces, eq(marketplaces.id, supplierMarketplaces.marketplaceId))
    .leftJoin(users, eq(users.id, supplierMarketplaces.agreedBy))
    .where(isLink(which))
    .orderBy(asc(byText(marketplaces.name)));
  return rows.map((row) => ({
    marketplaceId: row.marketplaceId,
    marketplaceName: row.marketplaceName,
    status: row.status,
    commissionRate: row.commissionRate,
    referralCostPerClickCharge: row.referralCostPerClick,
    agreementDate: row.agreedAt?.toISOString() ?? null,
    agreementExecutedByUserId: row.agreedBy,
    // An account of another OpenID provider may have no name.
    agreementExecutedByGivenName: row.givenName || row.surname ? row.givenName : row.email,
    agreementExecutedBySurname: row.surname,
    agreementDocumentFileId: row.agreementFileId,
    agreementEndDate: row.agreedAt && endOfTerm(row.agreedAt, config.timeZone).toISOString(),
    productCount: row.productCount,
  }));
}
