import { and, eq, sql } from "drizzle-orm";
import type { Operations } from "../../../contract/operations.ts";
import type { Db } from "../../database/connection.ts";
import { supplierUsers, users } from "../../database/schema/index.ts";
import type { Context } from "../../http/context.ts";
import type { Handler } from "../../http/handlers.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { staffLetter } from "../../mail/letters.ts";
import { invite } from "../shared/invitation.ts";
import { supplierToChange } from "./policy.ts";

type Suppliers = Operations["suppliers"];

export const addUser: Handler<Suppliers["addUser"]> = async (input, context) => {
  const { supplier } = await supplierToChange(context, input.SupplierId);
  const permissions = sumOf(input.Permissions);
  assertMayGive(context, supplier.id, permissions, 0);
  const user = await userWithAddress(context.db, input.UserEmail);
  const added = await context.db.insert(supplierUsers).values({ supplierId: supplier.id, userId: user.id, permissions }).onConflictDoNothing().returning();
  if (added.length === 0) throw invalid({ UserEmail: [`${user.email} is already one of this supplier's users.`] });
  if (!user.roles.includes("Supplier")) {
    await context.db
      .update(users)
      .set({ roles: [...user.roles, "Supplier"] })
      .where(eq(users.id, user.id));
  }
  if (user.isActive) await invite(context, user, (about) => staffLetter({ ...about, supplierName: supplier.name }));
  return { userId: user.id, email: user.email, permissions: input.Permissions };
};

export const updateUser: Handler<Suppliers["updateUser"]> = async (input, context) => {
  const link = await linkToChange(context, input);
  const permissions = sumOf(input.Permissions);
  assertMayGive(context, link.supplierId, permissions, link.permissions);
  await context.db.update(supplierUsers).set({ permissions }).where(isLink(link));
  return null;
};

export const removeUser: Handler<Suppliers["removeUser"]> = async (input, context) => {
  await context.db.delete(supplierUsers).where(isLink(await linkToChange(context, input)));
  return null;
};

const sumOf = (bits: number[]) => bits.reduce((sum, bit) => sum | bit, 0);
const isLink = (link: { supplierId: number; userId: number }) => and(eq(supplierUsers.supplierId, link.supplierId), eq(supplierUsers.userId, link.userId));

async function linkToChange(context: Context, input: { SupplierId: number; UserId: number }) {
  const { supplier } = await supplierToChange(context, input.SupplierId);
  const [link] = await context.db
    .select()
    .from(supplierUsers)
    .where(isLink({ supplierId: supplier.id, userId: input.UserId }))
    .for("update");
  if (!link) throw notFound("This user of the supplier");
  return link;
}

/** Staff cannot give what they do not have, or "Manage Users" alone would be every permission. */
function assertMayGive({ caller }: Context, supplierId: number, wanted: number, before: number): void {
  if (caller.seesAllSuppliers) return;
  const own = caller.links.find((link) => link.supplierId === supplierId)?.permissions ?? 0;
  if ((wanted & ~before & ~own) !== 0) throw invalid({ Permissions: ["You can only give permissions that you have yourself."] });
}

/** The account with this mail address: the one that is there, or a new one that has no password yet. */
async function userWithAddress(db: Db, email: string) {
  await db
    .insert(users)
    .values({ email, givenName: "", surname: "", roles: ["Supplier"] })
    .onConflictDoNothing();
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (!user) throw new Error("The account is neither new nor known.");
  return user;
}
