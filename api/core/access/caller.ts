/**
 * Identifies the caller, their permissions, and the suppliers they may see. Resolved here for every request, and
 * nowhere else.
 */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";
import { orders, supplierMarketplaces, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { unauthenticated } from "#api/core/refusals/refusal.ts";
import type { Role } from "#contract/enumerations.ts";
import type { Permissions } from "#contract/permissions.ts";
import { isSessionLive } from "./ended-sessions.ts";
import type { CallingKey } from "./keys.ts";
import { permissionsOf, type SupplierLink, seesAllSuppliers } from "./roles.ts";
import { type Identified, signInAgain } from "./tokens.ts";

export interface Caller {
  /** The id of the user, or of the key: both are from one sequence. */
  readonly userId: number;
  /** The key of a machine; undefined for people. */
  readonly key?: CallingKey;
  /** The claims of the token; for background work only the user. */
  readonly identified: Identified;
  readonly email: string;
  /** Full name; undefined if none is stored. */
  readonly name: string | undefined;
  readonly roles: readonly string[];
  readonly permissions: Permissions;
  readonly links: readonly SupplierLink[];
  /** False for supplier staff, who see only the suppliers they are linked to. */
  readonly seesAllSuppliers: boolean;
}

/**
 * Returns the user behind a token, as stored at this moment; undefined if there is none, or the user is deactivated.
 * @throws Refusal 401 if the session has ended
 */
export async function callerOf(db: Db, identified: Identified): Promise<Caller | undefined> {
  const known =
    identified.userId !== undefined
      ? eq(users.id, identified.userId)
      : eq(sql`lower(${users.email})`, identified.email?.toLowerCase() ?? "");
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      givenName: users.givenName,
      surname: users.surname,
      roles: users.roles,
      isActive: users.isActive,
      isSessionLive: isSessionLive(identified),
      supplierId: supplierUsers.supplierId,
      bits: supplierUsers.permissions,
      anyReferrals: hasReferrals(),
      ownReferrals: hasReferrals(supplierUsers.supplierId),
    })
    .from(users)
    .leftJoin(supplierUsers, eq(supplierUsers.userId, users.id))
    .where(known);
  const user = rows[0];
  if (user && !user.isSessionLive) throw unauthenticated(signInAgain);
  if (!user?.isActive) return undefined;

  const everySupplier = seesAllSuppliers(user.roles);
  // Supplier links of users who see every supplier are ignored, so that an operator never acts for a supplier.
  const isStaff = user.roles.includes("Supplier") && !everySupplier;
  const links = rows.flatMap((row) =>
    isStaff && row.supplierId !== null ? [{ supplierId: row.supplierId, permissions: row.bits ?? 0 }] : [],
  );
  const roles = everySupplier ? user.roles.filter((role) => role !== "Supplier") : user.roles;
  const referrals = everySupplier ? user.anyReferrals : isStaff && rows.some((row) => row.ownReferrals);
  return {
    userId: user.id,
    identified: { ...identified, userId: user.id },
    email: user.email,
    name: `${user.givenName ?? ""} ${user.surname ?? ""}`.trim() || undefined,
    roles,
    permissions: permissionsOf(roles, links, referrals),
    links,
    seesAllSuppliers: everySupplier,
  };
}

/** SQL condition: the row's supplier, or without `supplierId` any supplier, has a referral agreement. */
function hasReferrals(supplierId?: PgColumn): SQL<boolean> {
  const own = supplierId && sql` and ${supplierMarketplaces.supplierId} = ${supplierId}`;
  return sql`exists (select 1 from ${supplierMarketplaces} where ${supplierMarketplaces.referralCostPerClick} > 0${own})`;
}

export function hasRole(caller: Caller, ...roles: Role[]): boolean {
  return roles.some((role) => caller.roles.includes(role));
}

/** True if the caller is linked to the supplier and the link has the permission bit. */
export function hasBit(caller: Caller, supplierId: number, bit: number): boolean {
  return caller.links.some((link) => link.supplierId === supplierId && (link.permissions & bit) !== 0);
}

/**
 * Returns a condition that limits a query to the suppliers the caller may see; undefined if that is all of them.
 * @param bit permission that supplier staff need to see anything of the supplier in this area
 */
export function visibleTo(caller: Caller, supplierId: PgColumn, bit?: number): SQL | undefined {
  if (caller.seesAllSuppliers) return undefined;
  const ids = caller.links.map((link) => link.supplierId).filter((id) => bit === undefined || hasBit(caller, id, bit));
  return ids.length > 0 ? inArray(supplierId, ids) : sql`false`;
}

/**
 * Returns a condition that limits a query to the orders the caller may see: those of its suppliers, and for a key of a
 * marketplace those of the marketplace.
 * @param parties the columns of the orders, or the copies of them in another table
 */
export function visibleOrders(
  caller: Caller,
  parties: { supplierId: PgColumn; marketplaceId: PgColumn } = orders,
): SQL | undefined {
  const marketplaceId = caller.key?.marketplaceId ?? null;
  return and(
    visibleTo(caller, parties.supplierId),
    marketplaceId === null ? undefined : eq(parties.marketplaceId, marketplaceId),
  );
}
