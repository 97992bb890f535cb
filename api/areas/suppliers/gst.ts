/** Records whether a supplier is registered for GST, as checked by operator staff. */
import { eq } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { type suppliers, users } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { supplierGst } from "#contract/suppliers/edits.ts";
import { supplierToChange } from "./policy.ts";
import { saveSupplier } from "./saving.ts";

/** Refuses to record a registration of a supplier without an ABN. */
export const gstNeedsAbn = "GST registration is tied to an ABN. Please enter the supplier's ABN first.";

export const checkGst: Handler<Operations["suppliers"]["checkGst"]> = async (sent, context) => {
  const { supplier } = await supplierToChange(context, sent.SupplierId);
  const { Registered, RegisteredFrom, RegisteredUntil } = edited(sent, supplierGst(supplier), { isStatement: true });
  if (Registered === "yes" && supplier.abn === "") throw conflict(gstNeedsAbn);
  const registered = Registered === "unknown" ? null : Registered === "yes";
  await saveSupplier(context, supplier, {
    gstRegistered: registered,
    gstRegisteredFrom: RegisteredFrom ?? null,
    gstRegisteredUntil: RegisteredUntil ?? null,
  });
  return null;
};

export async function gstOf(
  db: Db,
  { gstRegistered, gstRegisteredFrom, gstRegisteredUntil, gstCheckedAt, gstCheckedBy }: typeof suppliers.$inferSelect,
) {
  const [checker] =
    gstCheckedBy === null ? [] : await db.select({ name: fullName }).from(users).where(eq(users.id, gstCheckedBy));
  return {
    gstRegistered,
    gstRegisteredFrom,
    gstRegisteredUntil,
    gstCheckedDate: gstCheckedAt?.toISOString() ?? null,
    gstCheckedByUserFullName: checker?.name ?? null,
  };
}
