import { seesBankDetails } from "#api/areas/shared/bank-details.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { type Caller, hasBit, hasRole } from "#api/core/access/caller.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { historyTables, type Seers } from "./history-tables.ts";

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
  Object.entries(historyTables).flatMap(([name, { seenBy }]) =>
    seenBy && !maySee(caller, supplierId, seenBy) ? [name] : [],
  );
