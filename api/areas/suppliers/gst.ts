/** Records whether a supplier is registered for GST, as checked by operator staff. */
import { eq } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import type { Db } from "#api/database/connection.ts";
import { suppliers, users } from "#api/database/schema/index.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { conflict } from "#api/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { supplierToChange } from "./policy.ts";

export const uncheckedGst = {
  gstRegistered: null,
  gstRegisteredFrom: null,
  gstCheckedAt: null,
  gstCheckedBy: null,
} as const;

export const checkGst: Handler<Operations["suppliers"]["checkGst"]> = async (
  { SupplierId, Registered, RegisteredFrom },
  context,
) => {
  const { db, caller, now } = context;
  const { supplier } = await supplierToChange(context, SupplierId);
  const isRegistered = Registered === "yes";
  if (isRegistered && supplier.abn === "")
    throw conflict("GST registration is tied to an ABN. Please enter the supplier's ABN first.");
  const checked = {
    gstRegistered: isRegistered,
    gstRegisteredFrom: isRegistered ? (RegisteredFrom ?? null) : null,
    gstCheckedAt: now,
    gstCheckedBy: caller.userId,
  };
  await db
    .update(suppliers)
    .set(Registered === "unknown" ? uncheckedGst : checked)
    .where(eq(suppliers.id, supplier.id));
  return null;
};

export async function gstOf(
  db: Db,
  { gstRegistered, gstRegisteredFrom, gstCheckedAt, gstCheckedBy }: typeof suppliers.$inferSelect,
) {
  const [checker] =
    gstCheckedBy === null ? [] : await db.select({ name: fullName }).from(users).where(eq(users.id, gstCheckedBy));
  return {
    gstRegistered,
    gstRegisteredFrom,
    gstCheckedDate: gstCheckedAt?.toISOString() ?? null,
    gstCheckedByUserFullName: checker?.name ?? null,
  };
}
