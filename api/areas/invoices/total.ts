import { payable } from "#api/areas/shared/stored-amounts.ts";
import { invoices } from "#api/core/database/schema/index.ts";

/** Dollars inc GST: what the supplier is paid. */
export const total = payable(invoices);
