/**
 * Invitations to a supplier's staff. No account changes, and nobody learns whether one exists, until the recipient
 * accepts.
 */
import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { seesAllSuppliers } from "#api/core/access/roles.ts";
import type { Db } from "#api/core/database/connection.ts";
import { supplierInvitations, suppliers, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { nameAuthor } from "#api/core/history/author.ts";
import { findUserByEmail, type User } from "./accounts.ts";
import { untilSent } from "./link-days.ts";
import { digestOf } from "./password-links.ts";

type Invitation = typeof supplierInvitations.$inferSelect;

/** Creates an invitation, whose days begin when its email leaves. Returns the id that stands for the person, and the secret of the link. */
export async function makeInvitation(
  db: Db,
  invitation: Pick<Invitation, "supplierId" | "email" | "permissions">,
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString("base64url");
  const [made] = await db
    .insert(supplierInvitations)
    .values({
      ...invitation,
      id: sql`nextval(pg_get_serial_sequence('users', 'id'))`,
      tokenDigest: digestOf(token),
      expiresAt: untilSent,
    })
    .returning({ id: supplierInvitations.id });
  if (!made) throw new Error("The invitation was not stored.");
  return { id: made.id, token };
}

const isOpen = (token: string) =>
  and(eq(supplierInvitations.tokenDigest, digestOf(token)), gt(supplierInvitations.expiresAt, sql`now()`));

/** Returns the name of the supplier, if the invitation can still be accepted. */
export async function inviter(db: Db, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: suppliers.name })
    .from(supplierInvitations)
    .innerJoin(suppliers, eq(suppliers.id, supplierInvitations.supplierId))
    .where(isOpen(token));
  return row?.name;
}

/** Accepts an invitation inside a transaction. Creates the account if there is none. */
export async function acceptInvitation(db: Db, token: string): Promise<User | "gone" | "impossible"> {
  const [invitation] = await db.select().from(supplierInvitations).where(isOpen(token)).for("update");
  if (!invitation) return "gone";
  const { id, email, supplierId, permissions } = invitation;
  await nameAuthor(db, { userId: (await findUserByEmail(db, email))?.id ?? id, way: "form" });
  await db.delete(supplierInvitations).where(eq(supplierInvitations.id, id));
  await db
    .insert(users)
    .values({ id, email, givenName: "", surname: "", roles: ["Supplier"] })
    .onConflictDoNothing();
  const user = await findUserByEmail(db, email);
  if (!user?.isActive || seesAllSuppliers(user.roles)) return "impossible";
  if (!user.roles.includes("Supplier")) {
    await db
      .update(users)
      .set({ roles: [...user.roles, "Supplier"] })
      .where(eq(users.id, user.id));
  }
  await db.insert(supplierUsers).values({ supplierId, userId: user.id, permissions }).onConflictDoNothing();
  return user;
}
