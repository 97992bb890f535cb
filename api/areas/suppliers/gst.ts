/** Records whether a supplier is registered for GST, as checked by operator staff. */
import { eq } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { users } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { supplierGst } from "#contract/suppliers/edits.ts";
import { type Maker, renewOffers } from "./agreement-file.ts";
import { supplierToChange } from "./policy.ts";
import { type Saving, type StoredSupplier, saveSupplier } from "./saving.ts";

/** Refuses to record a registration of a supplier without an ABN. */
export const gstNeedsAbn = "GST registration is tied to an ABN. Please enter the supplier's ABN first.";

type CheckGst = Operations["suppliers"]["checkGst"];

export const checkGst: Handler<CheckGst> = async (sent, context) => {
  const { supplier } = await supplierToChange(context, sent.SupplierId);
  await saveGst(context, supplier, edited(sent, supplierGst(supplier), { isStatement: true }));
  return null;
};

type Registration = Pick<InputOf<CheckGst>, "Registered" | "RegisteredFrom" | "RegisteredUntil" | "NoAbnReason">;

/**
 * Lets agreements that are not signed yet state the registration.
 * @throws Refusal 409
 */
export async function saveGst(
  context: Saving & Maker,
  supplier: StoredSupplier,
  { Registered, RegisteredFrom = null, RegisteredUntil = null, NoAbnReason }: Registration,
): Promise<void> {
  if (Registered === "yes" && supplier.abn === "") throw conflict(gstNeedsAbn);
  await saveSupplier(context, supplier, {
    gstRegistered: Registered === "unknown" ? null : Registered === "yes",
    gstRegisteredFrom: RegisteredFrom,
    gstRegisteredUntil: RegisteredUntil,
    noAbnReason: NoAbnReason,
  });
  await renewOffers(context, supplier.id);
}

export async function gstOf(
  db: Db,
  { gstRegistered, gstRegisteredFrom, gstRegisteredUntil, noAbnReason, gstCheckedAt, gstCheckedBy }: StoredSupplier,
) {
  const [checker] =
    gstCheckedBy === null ? [] : await db.select({ name: fullName }).from(users).where(eq(users.id, gstCheckedBy));
  return {
    gstRegistered,
    gstRegisteredFrom,
    gstRegisteredUntil,
    noAbnReason,
    gstCheckedDate: gstCheckedAt?.toISOString() ?? null,
    gstCheckedByUserFullName: checker?.name ?? null,
  };
}
