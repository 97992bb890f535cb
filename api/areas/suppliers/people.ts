/** The people of a supplier: its staff, and those who are invited. For forms and imports. */
import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { seesAllSuppliers } from "#api/core/access/roles.ts";
import type { Db } from "#api/core/database/connection.ts";
import { supplierInvitations, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import { invitationEmail } from "#api/core/mail/emails.ts";
import type { sendOrHold } from "#api/core/mail/limited.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import { findUserByEmail, linkDays, makeInvitation } from "#api/modules/identity/index.ts";
import { supplierPermissions } from "#contract/enumerations.ts";
import type { Saving, StoredSupplier } from "./saving.ts";

export const bitsOf = (sum: number) => supplierPermissions.map(({ value }) => value).filter((bit) => (sum & bit) !== 0);
export const sumOf = (bits: readonly number[]) => bits.reduce((sum, bit) => sum | bit, 0);

export interface Person {
  supplierId: number;
  /** For an invited person, the number of the invitation. */
  userId: number;
  email: string;
  /** Empty for an invited person. */
  fullName: string;
  /** A sum of the bits of `SupplierPermission`. */
  permissions: number;
  isInvited: boolean;
  /** Is deactivated or no longer has the role Supplier. */
  hasNoAccess: boolean;
  /** Null if they have never signed in with the built-in identity provider. */
  lastSignedInAt: Date | null;
}

/** Returns the staff of these suppliers, and the people with an open invitation, each by email address. */
export async function peopleOf(db: Db, supplierIds: readonly number[]): Promise<Person[]> {
  if (supplierIds.length === 0) return [];
  const linked = await db
    .select({
      supplierId: supplierUsers.supplierId,
      userId: users.id,
      email: users.email,
      fullName: sql<string>`trim(${users.givenName} || ' ' || ${users.surname})`,
      permissions: supplierUsers.permissions,
      isInvited: sql<boolean>`false`,
      hasNoAccess: sql<boolean>`not (${users.isActive} and 'Supplier' = any(${users.roles}))`,
      lastSignedInAt: users.lastSignedInAt,
    })
    .from(supplierUsers)
    .innerJoin(users, eq(users.id, supplierUsers.userId))
    .where(inArray(supplierUsers.supplierId, [...supplierIds]))
    .orderBy(asc(byText(users.email)));
  const invited = await db
    .select({
      supplierId: supplierInvitations.supplierId,
      userId: supplierInvitations.id,
      email: supplierInvitations.email,
      permissions: supplierInvitations.permissions,
    })
    .from(supplierInvitations)
    .where(
      and(inArray(supplierInvitations.supplierId, [...supplierIds]), gt(supplierInvitations.expiresAt, sql`now()`)),
    )
    .orderBy(asc(byText(supplierInvitations.email)));
  return [
    ...linked,
    ...invited.map((person) => ({
      ...person,
      fullName: "",
      isInvited: true,
      hasNoAccess: false,
      lastSignedInAt: null,
    })),
  ];
}

/**
 * Invites a person by email. The response, the stored data and the email are the same whether the address has an
 * account, has none, or belongs to somebody who cannot be linked, unless the caller sees every supplier.
 * @param send `sendOrRefuse` or `sendOrHold`: what happens above the limit of emails
 * @returns the number that stands for the person until they accept
 * @throws Refusal 422 if they are a user of the supplier already, or cannot be one
 */
export async function invitePerson(
  context: Saving,
  supplier: Pick<StoredSupplier, "id" | "name">,
  { email, permissions }: Pick<Person, "email" | "permissions">,
  send: typeof sendOrHold,
): Promise<number> {
  const { db } = context;
  await assertLinkable(context, email);
  await db
    .delete(supplierInvitations)
    .where(and(eq(supplierInvitations.supplierId, supplier.id), lt(supplierInvitations.expiresAt, sql`now()`)));
  const known = await peopleOf(db, [supplier.id]);
  if (known.some((person) => person.email.toLowerCase() === email.toLowerCase()))
    throw invalid({ UserEmail: [`${email} is already one of this supplier's users.`] });
  return inviteStaff(context, supplier, { email, permissions }, send);
}

/**
 * Emails an invitation, whoever the person is.
 * @returns the number that stands for the person until they accept
 */
export async function inviteStaff(
  context: Saving,
  supplier: Pick<StoredSupplier, "id" | "name">,
  { email, permissions }: Pick<Person, "email" | "permissions">,
  send: typeof sendOrHold,
): Promise<number> {
  const { db, config } = context;
  const { id, token } = await makeInvitation(db, { supplierId: supplier.id, email, permissions });
  const link = `${config.apiPublicUrl}/identity/invitation/${token}`;
  await send(context, email, invitationEmail({ supplierName: supplier.name, link, validDays: linkDays }));
  return id;
}

/** Refuses at once if operators invite; other callers only find out when the person cannot accept. */
async function assertLinkable({ db, caller }: Saving, email: string): Promise<void> {
  if (!caller.seesAllSuppliers) return;
  const user = await findUserByEmail(db, email);
  if (user && seesAllSuppliers(user.roles)) {
    throw invalid({
      UserEmail: [`${email} can already see every supplier, so cannot be a user of one supplier as well.`],
    });
  }
}

const isLink = ({ supplierId, userId }: Pick<Person, "supplierId" | "userId">) =>
  and(eq(supplierUsers.supplierId, supplierId), eq(supplierUsers.userId, userId));
const isInvitation = ({ supplierId, userId }: Pick<Person, "supplierId" | "userId">) =>
  and(eq(supplierInvitations.supplierId, supplierId), eq(supplierInvitations.id, userId));

export async function setPermissions(db: Db, person: Person, permissions: number): Promise<void> {
  if (person.isInvited) await db.update(supplierInvitations).set({ permissions }).where(isInvitation(person));
  else await db.update(supplierUsers).set({ permissions }).where(isLink(person));
}

/** Keeps the account of a user. */
export async function removePerson(db: Db, person: Person): Promise<void> {
  if (person.isInvited) await db.delete(supplierInvitations).where(isInvitation(person));
  else await db.delete(supplierUsers).where(isLink(person));
}
