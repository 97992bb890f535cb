import { seesBankDetails } from "#api/areas/shared/bank-details.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { type Caller, hasBit, hasRole } from "#api/core/access/caller.ts";
import type { Seers } from "#api/core/history/fields.ts";
import { recordedTables } from "#api/core/history/records/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

/** Whether the caller may see this part of a supplier, as on the supplier's page. */
export function maySee(caller: Caller, supplierId: number, seers: Seers): boolean {
  switch (seers) {
    case "bank":
      return seesBankDetails(caller, supplierId);
    case "users":
      return hasRole(caller, "Administrator", "Operator") || hasBit(caller, supplierId, SupplierPermission.users);
    case "feeds":
      return mayManageProducts(caller, supplierId);
    default:
      return caller.seesAllSuppliers;
  }
}

/** The tables whose rows of this supplier the caller may not see. */
export const hiddenTables = (caller: Caller, supplierId: number): string[] =>
  recordedTables.flatMap(({ table, seenBy }) => (seenBy && !maySee(caller, supplierId, seenBy) ? [table] : []));
