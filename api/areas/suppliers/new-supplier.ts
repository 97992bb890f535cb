import type { Db } from "#api/core/database/connection.ts";
import { suppliers } from "#api/core/database/schema/index.ts";

type Stored = typeof suppliers.$inferInsert;

/**
 * Stores a new supplier, which starts with one email address for orders and for billing.
 * @param supplier its legal name is its name if left out
 */
export async function addSupplier(
  db: Db,
  {
    name,
    email,
    ...more
  }: Pick<Stored, "name" | "legalName" | "abn" | "description" | "businessPhoneNumber"> & { email: string },
): Promise<{ id: number; name: string }> {
  const [supplier] = await db
    .insert(suppliers)
    .values({ name, legalName: name, ...more, orderContactEmails: email, billingContactEmails: email })
    .returning({ id: suppliers.id, name: suppliers.name });
  if (!supplier) throw new Error("The supplier was not stored.");
  return supplier;
}
