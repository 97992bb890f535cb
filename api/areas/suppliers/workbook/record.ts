/** A supplier with all that its worksheet shows. */
import { and, eq, inArray } from "drizzle-orm";
import { type Person, peopleOf } from "#api/areas/suppliers/people.ts";
import type { StoredSupplier } from "#api/areas/suppliers/saving.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { addresses, suppliers } from "#api/core/database/schema/index.ts";
import type { Work } from "#api/core/processing/process.ts";

export interface SupplierRecord {
  readonly supplier: StoredSupplier;
  readonly address: typeof addresses.$inferSelect | null;
  readonly people: readonly Person[];
}

/** Base query of exports, to which filters are added. */
export const suppliersWithAddress = (db: Db) =>
  db
    .select({ supplier: suppliers, address: addresses })
    .from(suppliers)
    .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
    .$dynamic();
export type FoundSupplier = Awaited<ReturnType<typeof suppliersWithAddress>>[number];

export async function withPeople(db: Db, found: readonly FoundSupplier[]): Promise<SupplierRecord[]> {
  const people = await peopleOf(
    db,
    found.map(({ supplier }) => supplier.id),
  );
  return found.map((each) => ({
    ...each,
    people: people.filter(({ supplierId }) => supplierId === each.supplier.id),
  }));
}

/** Returns those of the suppliers that the caller may see. */
export async function recordsOf({ db, caller }: Pick<Work, "db" | "caller">, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const found = await suppliersWithAddress(db).where(
    and(inArray(suppliers.id, [...ids]), visibleTo(caller, suppliers.id)),
  );
  return withPeople(db, found);
}

/** Locks the supplier. Returns undefined if there is none that the caller may see. */
export async function lockedRecord(work: Pick<Work, "db" | "caller">, id: number): Promise<SupplierRecord | undefined> {
  await work.db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, id)).for("update");
  return (await recordsOf(work, [id]))[0];
}
