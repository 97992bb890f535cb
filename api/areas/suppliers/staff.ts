import { and, eq, lt, sql } from "drizzle-orm";
import { hasRole } from "#api/access/caller.ts";
import { seesAllSuppliers } from "#api/access/roles.ts";
import { edited } from "#api/commands/edits.ts";
import type { Db } from "#api/database/connection.ts";
import { supplierInvitations, supplierUsers, users } from "#api/database/schema/index.ts";
import { findUserByEmail } from "#api/identity/accounts.ts";
import { makeInvitation } from "#api/identity/invitations.ts";
import { invitationEmail } from "#api/mail/emails.ts";
import { sendOrRefuse } from "#api/mail/limited.ts";
import type { Context } from "#api/operations/context.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { invalid, notFound } from "#api/refusals/refusal.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { supplierUserRights } from "#contract/suppliers/edits.ts";
import { supplierToChange } from "./policy.ts";

type Suppliers = Operations["suppliers"];

const validDays = 7;

/**
 * Invites a person. If supplier staff invite, the response, the stored data and the email are the same whether the
 * address has an account, has none, or belongs to somebody who cannot be linked: they learn nothing about the accounts
 * of others.
 */
export const addUser: Handler<Suppliers["addUser"]> = async (input, context) => {
  const { supplier } = await supplierToChange(context, input.SupplierId);
  const { db, config } = context;
  const email = input.UserEmail;
  const permissions = sumOf(input.Permissions);
  assertMayGive(context, supplier.id, permissions, 0);
  await assertLinkable(context, email);
  await db
    .delete(supplierInvitations)
    .where(and(eq(supplierInvitations.supplierId, supplier.id), lt(supplierInvitations.expiresAt, sql`now()`)));
  if (await isLinkedOrInvited(db, supplier.id, email))
    throw invalid({ UserEmail: [`${email} is already one of this supplier's users.`] });
  const { id, token } = await makeInvitation(db, { supplierId: supplier.id, email, permissions }, validDays);
  const link = `${config.apiPublicUrl}/identity/invitation/${token}`;
  await sendOrRefuse(context, email, invitationEmail({ supplierName: supplier.name, link, validDays }));
  return { userId: id, email, permissions: input.Permissions };
};

export const updateUser: Handler<Suppliers["updateUser"]> = async (sent, context) => {
  const { table, where, ...link } = await linkToChange(context, sent);
  const input = edited(sent, supplierUserRights(bitsOf(link.permissions)));
  const permissions = sumOf(input.Permissions);
  assertMayGive(context, link.supplierId, permissions, link.permissions);
  await context.db.update(table).set({ permissions }).where(where);
  return null;
};

export const removeUser: Handler<Suppliers["removeUser"]> = async (input, context) => {
  const { table, where } = await linkToChange(context, input);
  await context.db.delete(table).where(where);
  return null;
};

const bitsOf = (sum: number) => supplierPermissions.map(({ value }) => value).filter((bit) => (sum & bit) !== 0);
const sumOf = (bits: number[]) => bits.reduce((sum, bit) => sum | bit, 0);

/** Returns, locked, the person's link to the supplier, or their open invitation. */
async function linkToChange(context: Context, { SupplierId, UserId }: { SupplierId: number; UserId: number }) {
  const { supplier } = await supplierToChange(context, SupplierId);
  const isLink = and(eq(supplierUsers.supplierId, supplier.id), eq(supplierUsers.userId, UserId));
  const [link] = await context.db.select().from(supplierUsers).where(isLink).for("update");
  if (link) return { ...link, table: supplierUsers, where: isLink };
  const isInvitation = and(eq(supplierInvitations.supplierId, supplier.id), eq(supplierInvitations.id, UserId));
  const [invitation] = await context.db.select().from(supplierInvitations).where(isInvitation).for("update");
  if (invitation) return { ...invitation, table: supplierInvitations, where: isInvitation };
  throw notFound("This user of the supplier");
}

/** Staff cannot grant permissions they do not have; otherwise "Manage Users" alone would amount to all permissions. */
function assertMayGive({ caller }: Context, supplierId: number, wanted: number, before: number): void {
  if (hasRole(caller, "Administrator", "Operator")) return;
  const own = caller.links.find((link) => link.supplierId === supplierId)?.permissions ?? 0;
  if ((wanted & ~before & ~own) !== 0)
    throw invalid({ Permissions: ["You can only give permissions that you have yourself."] });
}

/** Refuses at once if operators invite; other callers only find out when the person cannot accept. */
async function assertLinkable({ db, caller }: Context, email: string): Promise<void> {
  if (!caller.seesAllSuppliers) return;
  const user = await findUserByEmail(db, email);
  if (user && seesAllSuppliers(user.roles)) {
    throw invalid({
      UserEmail: [`${email} can already see every supplier, so cannot be a user of one supplier as well.`],
    });
  }
}

/** True for a user of the supplier, and for an invited person. */
async function isLinkedOrInvited(db: Db, supplierId: number, email: string): Promise<boolean> {
  const isSame = (column: typeof users.email | typeof supplierInvitations.email) =>
    eq(sql`lower(${column})`, sql`lower(${email})`);
  const linked = await db
    .select({ id: users.id })
    .from(supplierUsers)
    .innerJoin(users, eq(users.id, supplierUsers.userId))
    .where(and(eq(supplierUsers.supplierId, supplierId), isSame(users.email)));
  const invited = await db
    .select({ id: supplierInvitations.id })
    .from(supplierInvitations)
    .where(and(eq(supplierInvitations.supplierId, supplierId), isSame(supplierInvitations.email)));
  return linked.length + invited.length > 0;
}
