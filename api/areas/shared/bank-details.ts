/** Where a supplier's money goes, who may know, and what is to be watched. */

import { type Caller, hasBit, hasRole } from "#api/access/caller.ts";
import type { suppliers } from "#api/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

export const changesBankDetails = (caller: Caller, supplierId: number): boolean =>
  hasRole(caller, "Administrator", "Finance") || hasBit(caller, supplierId, SupplierPermission.financialDetails);

export const seesBankDetails = (caller: Caller, supplierId: number): boolean =>
  changesBankDetails(caller, supplierId) || hasRole(caller, "Operator");

/** Never the staff of suppliers: it is about what they, or somebody in their name, have changed. */
export const verifiesBankDetails = (caller: Caller): boolean => hasRole(caller, "Administrator", "Finance");

const dayMs = 24 * 60 * 60 * 1000;

/** When they were changed, if that was in the last 24 hours: the time in which somebody may notice that it was not the supplier. */
export function freshChange(
  { bankDetailsChangedAt: at }: Pick<typeof suppliers.$inferSelect, "bankDetailsChangedAt">,
  now: Date,
): Date | null {
  return at && now.getTime() - at.getTime() < dayMs ? at : null;
}
