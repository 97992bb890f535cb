import { sql } from "drizzle-orm";
import { invoices } from "#api/database/schema/index.ts";

/** Dollars inc GST: what the supplier is paid. */
export const total = sql`${invoices.purchaseExTax} + ${invoices.purchaseTax} + ${invoices.shippingExTax} + ${invoices.shippingTax} - ${invoices.commissionExTax} - ${invoices.commissionTax}`;
