import { type Caller, hasBit } from "#api/core/access/caller.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

/** Only the supplier's own staff may confirm or query rows. */
export const answersRows = (caller: Caller, supplierId: number): boolean =>
  hasBit(caller, supplierId, SupplierPermission.invoices);
