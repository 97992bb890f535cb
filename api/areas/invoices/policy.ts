import { SupplierPermission } from "../../../contract/enumerations.ts";
import { type Caller, visibleTo } from "../../access/caller.ts";
import { invoices } from "../../database/schema/index.ts";

/** The invoices that the caller sees: staff of suppliers those of the suppliers whose invoices they manage. */
export const visibleInvoices = (caller: Caller) => visibleTo(caller, invoices.supplierId, SupplierPermission.invoices);
