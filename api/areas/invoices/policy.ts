import { SupplierPermission } from "../../../contract/enumerations.ts";
import { type Caller, hasBit, visibleTo } from "../../access/caller.ts";
import { invoices } from "../../database/schema/index.ts";

/** The invoices that the caller sees: staff of suppliers those of the suppliers whose invoices they manage. */
export const visibleInvoices = (caller: Caller) => visibleTo(caller, invoices.supplierId, SupplierPermission.invoices);

/** Only the supplier's own people say that its rows are right. */
export const answersRows = (caller: Caller, supplierId: number): boolean => hasBit(caller, supplierId, SupplierPermission.invoices);
