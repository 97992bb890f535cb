import { demoAccounts, demoPassword } from "#api/core/access/demo-accounts.ts";
import type { Db } from "#api/core/database/connection.ts";
import { signInLocks, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { hashPassword } from "#api/modules/identity/passwords.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

type Person = typeof users.$inferInsert & { id: number };

const { financialDetails, products, orders, invoices } = SupplierPermission;
const everything = Object.values(SupplierPermission).reduce((sum, bit) => sum + bit, 0);

/** The suppliers of each account, with permission bits. */
const links: Record<string, readonly { supplierId: number; permissions: number }[]> = {
  "owner@acacia.example": [{ supplierId: 1, permissions: everything }],
  "products@acacia.example": [{ supplierId: 1, permissions: products }],
  "orders@acacia.example": [{ supplierId: 1, permissions: orders }],
  "books@acacia.example": [{ supplierId: 1, permissions: financialDetails + invoices }],
  "owner@banksia.example": [{ supplierId: 2, permissions: everything }],
  "both@example.com": [
    { supplierId: 1, permissions: products + orders },
    { supplierId: 2, permissions: products + orders },
  ],
};

/** Hashes the password, which all have and which is public, once. Slow by design, so call it outside of transactions. */
export async function makePeople(): Promise<Person[]> {
  const passwordHash = await hashPassword(demoPassword);
  return demoAccounts.map(({ email, role, givenName, surname }, i) => ({
    id: i + 1,
    email,
    givenName,
    surname,
    roles: [role],
    passwordHash,
  }));
}

export async function seedPeople(db: Db, people: Person[]): Promise<void> {
  await db.insert(users).values(people);
  const locked = demoAccounts
    .filter(({ isLocked }) => isLocked)
    .map(({ email }) => ({ userName: email, count: 1, until: new Date("2100-01-01") }));
  await db.insert(signInLocks).values(locked);
  const staff = people.flatMap(({ id, email }) => (links[email] ?? []).map((link) => ({ userId: id, ...link })));
  await db.insert(supplierUsers).values(staff);
}

/** By the supplier's id: its owner, who signs its agreements. */
export function signersOf(people: readonly Person[]): Map<number, number> {
  const owners = people.flatMap(({ id, email }) =>
    (links[email] ?? [])
      .filter((link) => link.permissions === everything)
      .map((link) => [link.supplierId, id] as const),
  );
  return new Map(owners);
}
