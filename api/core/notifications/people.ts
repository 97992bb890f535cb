/** Whom the events of a supplier concern. */
import { and, arrayOverlaps, eq, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { supplierUsers, users } from "#api/core/database/schema/index.ts";
import type { Role } from "#contract/enumerations.ts";

const staffRole: Role = "Supplier";

/**
 * Returns the ids of the supplier's staff.
 * @param bit the permission that they need
 */
export async function staffOf(db: Db, supplierId: number, bit: number): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(supplierUsers)
    .innerJoin(users, eq(users.id, supplierUsers.userId))
    .where(
      and(
        eq(supplierUsers.supplierId, supplierId),
        sql`${supplierUsers.permissions} & ${bit} <> 0`,
        arrayOverlaps(users.roles, [staffRole]),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Returns the ids of the active users with any of these roles. */
export async function usersWith(db: Db, ...roles: Role[]): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isActive, true), arrayOverlaps(users.roles, roles)));
  return rows.map(({ id }) => id);
}
