import { and, eq } from "drizzle-orm";
import { hasRole } from "#api/core/access/caller.ts";
import { edited } from "#api/core/commands/edits.ts";
import { supplierInvitations, supplierUsers } from "#api/core/database/schema/index.ts";
import { sendOrRefuse } from "#api/core/mail/limited.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { invalid, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { supplierUserRights } from "#contract/suppliers/edits.ts";
import { bitsOf, invitePerson, sumOf } from "./people.ts";
import { supplierToChange } from "./policy.ts";

type Suppliers = Operations["suppliers"];

export const addUser: Handler<Suppliers["addUser"]> = async (input, context) => {
  const { supplier } = await supplierToChange(context, input.SupplierId);
  const permissions = sumOf(input.Permissions);
  assertMayGive(context, supplier.id, permissions, 0);
  const userId = await invitePerson(context, supplier, { email: input.UserEmail, permissions }, sendOrRefuse);
  return { userId, email: input.UserEmail, permissions: input.Permissions };
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
