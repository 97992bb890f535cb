/** Where a supplier's money goes, and who may know. */
import { SupplierPermission } from "../../../contract/enumerations.ts";
import { type Caller, hasBit, hasRole } from "../../access/caller.ts";

export const changesBankDetails = (caller: Caller, supplierId: number): boolean =>
  hasRole(caller, "Administrator", "Finance") || hasBit(caller, supplierId, SupplierPermission.financialDetails);

export const seesBankDetails = (caller: Caller, supplierId: number): boolean => changesBankDetails(caller, supplierId) || hasRole(caller, "Operator");
