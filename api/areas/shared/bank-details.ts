/** Bank details of suppliers: who may verify them, and whether they changed recently. */

import { and, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type Caller, hasBit, hasRole } from "#api/core/access/caller.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { dayMs } from "#contract/rules/dates.ts";

export const changesBankDetails = (caller: Caller, supplierId: number): boolean =>
  hasRole(caller, "Administrator", "Finance") || hasBit(caller, supplierId, SupplierPermission.financialDetails);

export const seesBankDetails = (caller: Caller, supplierId: number): boolean =>
  changesBankDetails(caller, supplierId) || hasRole(caller, "Operator");

/** Never supplier staff: the check protects against changes made by them, or by somebody in their name. */
export const verifiesBankDetails = (caller: Caller): boolean => hasRole(caller, "Administrator", "Finance");

/** SQL condition for suppliers with bank details that somebody other than the caller entered and nobody has verified. */
export const hasBankDetailsToVerify = (caller: Caller): SQL | undefined =>
  verifiesBankDetails(caller)
    ? and(
        ne(suppliers.bsb, ""),
        ne(suppliers.accountNumber, ""),
        isNull(suppliers.bankDetailsVerifiedAt),
        or(isNull(suppliers.bankDetailsChangedBy), ne(suppliers.bankDetailsChangedBy, caller.userId)),
      )
    : sql`false`;

/**
 * Returns when the bank details were changed, if within the last 24 hours: the time in which a change by somebody other
 * than the supplier may be noticed.
 */
export function freshChange(
  { bankDetailsChangedAt: at }: Pick<typeof suppliers.$inferSelect, "bankDetailsChangedAt">,
  now: Date,
): Date | null {
  return at && now.getTime() - at.getTime() < dayMs ? at : null;
}
