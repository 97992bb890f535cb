import type { Db } from "#api/core/database/connection.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import type { SupplierChanges } from "./saving.ts";

/**
 * Stores a new supplier, which starts with one email address for orders and for billing.
 * @param supplier its legal name is its name if left out
 */
export async function addSupplier(
  db: Db,
  { name, email, ...more }: SupplierChanges & { name: string; email: string },
): Promise<{ id: number; name: string }> {
  const [supplier] = await db
    .insert(suppliers)
    .values({ legalName: name, billingContactEmails: email, ...more, name, orderContactEmails: email })
    .returning({ id: suppliers.id, name: suppliers.name });
  if (!supplier) throw new Error("The supplier was not stored.");
  return supplier;
}
