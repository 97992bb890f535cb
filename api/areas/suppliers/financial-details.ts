/** A supplier's finances. A second person confirms changed bank details, and the previous billing contacts are notified. */

import { eq } from "drizzle-orm";
import { edited } from "#api/core/commands/edits.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, forbidden } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { fromCommand } from "#contract/records/fields.ts";
import { supplierFinances } from "#contract/suppliers/edits.ts";
import { accountFields, financeFields } from "#contract/suppliers/fields.ts";
import { renewOffers } from "./agreement-file.ts";
import { supplierToChange } from "./policy.ts";
import { isPayable, isSameAccount, saveSupplier } from "./saving.ts";

type Suppliers = Operations["suppliers"];

export const updateFinancialDetails: Handler<Suppliers["updateFinancialDetails"]> = async (sent, context) => {
  const { supplier } = await supplierToChange(context, sent.SupplierId);
  const input = edited(sent, supplierFinances(supplier));
  await saveSupplier(context, supplier, fromCommand(financeFields, input));
  await renewOffers(context, supplier.id);
  return null;
};

export const verifyBankDetails: Handler<Suppliers["verifyBankDetails"]> = async (input, context) => {
  const { db, caller, now } = context;
  const { supplier } = await supplierToChange(context, input.SupplierId);
  if (!isSameAccount(fromCommand(accountFields, input), supplier))
    throw conflict("The bank details have changed since you opened this page. Please reload it and check them again.");
  if (!isPayable(supplier)) throw conflict("There are no bank details to confirm yet.");
  if (supplier.bankDetailsChangedBy === caller.userId)
    throw forbidden("You changed these bank details yourself, so somebody else has to confirm them.");
  if (supplier.bankDetailsVerifiedAt) return null;
  await db
    .update(suppliers)
    .set({ bankDetailsVerifiedAt: now, bankDetailsVerifiedBy: caller.userId })
    .where(eq(suppliers.id, supplier.id));
  return null;
};
