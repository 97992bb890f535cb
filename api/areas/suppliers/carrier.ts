/** The key of a supplier's carrier. It is stored encrypted, and only its ending is shown. */
import { eq } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { suppliers, users } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { storedCarrierKey } from "#api/core/secrets/carrier-keys.ts";
import type { Operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { supplierCarrierKey } from "#contract/suppliers/edits.ts";
import { supplierToChange } from "./policy.ts";

type Suppliers = Operations["suppliers"];

export const setCarrierKey: Handler<Suppliers["setCarrierKey"]> = async (sent, context) => {
  const { config, db, caller, now } = context;
  const { supplier } = await supplierToChange(context, sent.SupplierId);
  const { Key } = edited(sent, supplierCarrierKey(await carrierKeyOf(db, supplier)));
  await db
    .update(suppliers)
    .set({
      ...(await storedCarrierKey(config.settingsSecrets, supplier.id, Key)),
      carrierKeySetAt: now,
      carrierKeySetBy: caller.userId,
    })
    .where(eq(suppliers.id, supplier.id));
  return null;
};

export const removeCarrierKey: Handler<Suppliers["removeCarrierKey"]> = async ({ SupplierId, Shown }, context) => {
  const { db } = context;
  const { supplier } = await supplierToChange(context, SupplierId);
  if (supplier.carrierKeySealed === null) return null;
  if (Shown !== undefined && Shown !== shownText(supplierCarrierKey(await carrierKeyOf(db, supplier))))
    throw conflict("Somebody has set another key since you opened this page, so nothing was removed.");
  await db
    .update(suppliers)
    .set({ carrierKeySealed: null, carrierKeyEnding: null, carrierKeySetAt: null, carrierKeySetBy: null })
    .where(eq(suppliers.id, supplier.id));
  return null;
};

export async function carrierKeyOf(
  db: Db,
  { carrierKeySealed, carrierKeyEnding, carrierKeySetAt, carrierKeySetBy }: typeof suppliers.$inferSelect,
) {
  const [setter] =
    carrierKeySetBy === null
      ? []
      : await db.select({ name: fullName }).from(users).where(eq(users.id, carrierKeySetBy));
  return {
    shippitApiKey: carrierKeySealed !== null,
    carrierKeyEnding,
    carrierKeySetDate: carrierKeySetAt?.toISOString() ?? null,
    carrierKeySetByUserFullName: setter?.name ?? null,
  };
}
