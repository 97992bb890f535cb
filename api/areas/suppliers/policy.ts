import { and, eq } from "drizzle-orm";
import { changesBankDetails, seesBankDetails, verifiesBankDetails } from "#api/areas/shared/bank-details.ts";
import { type Caller, hasBit, hasRole, visibleTo } from "#api/core/access/caller.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { RecordField } from "#contract/records/fields.ts";
import type { SupplierFlags } from "#contract/suppliers/schema.ts";

/** Returns the caller's permissions on this supplier. */
export function supplierFlags(caller: Caller, supplierId: number): SupplierFlags {
  const isOperator = hasRole(caller, "Administrator", "Operator");
  const has = (bit: number) => hasBit(caller, supplierId, bit);
  return {
    canUpdateGeneralDetails: isOperator || has(SupplierPermission.generalDetails),
    canUpdateSupplierNotes: isOperator,
    canUpdateBankDetails: changesBankDetails(caller, supplierId),
    canViewBankDetails: seesBankDetails(caller, supplierId),
    canVerifyBankDetails: verifiesBankDetails(caller),
    canCheckGst: verifiesBankDetails(caller),
    canManageMarketplaces: isOperator,
    canManageUsers: isOperator || has(SupplierPermission.users),
    // An operator never signs for a supplier.
    canAgreeToMarketplaceTerms: has(SupplierPermission.generalDetails),
  };
}

/** Returns whether the caller sees a field of this supplier. Notes are internal: supplier staff do not see them. */
export function seesField(caller: Caller, supplierId: number): (field: RecordField) => boolean {
  const sees = { bank: seesBankDetails(caller, supplierId), operators: caller.seesAllSuppliers };
  return ({ seenBy }) => seenBy === undefined || sees[seenBy];
}

/**
 * Returns the supplier for a command: only if it is visible to the caller, locked, and after checking the caller's
 * flags.
 * @throws Refusal 404 or 403
 */
export async function supplierToChange(context: Context, supplierId: number) {
  const [supplier] = await context.db
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.id, supplierId), visibleTo(context.caller, suppliers.id)))
    .for("update");
  if (!supplier) throw notFound("This supplier");
  const flags = supplierFlags(context.caller, supplierId);
  context.authorise(flags);
  return { supplier, flags };
}
