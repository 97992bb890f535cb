/** The amounts that transactions, the rows of invoices and invoices have in common. */

import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

export const storedAmounts = [
  "purchaseExTax",
  "purchaseTax",
  "commissionExTax",
  "commissionTax",
  "shippingExTax",
  "shippingTax",
] as const;

type StoredAmount = (typeof storedAmounts)[number];

/** Dollars. */
export type StoredAmounts = Record<StoredAmount, number>;

/** The supplier's payment in dollars inc GST: purchase and shipping, less the commission. */
export const payable = (table: Record<StoredAmount, AnyPgColumn>): SQL =>
  sql`${table.purchaseExTax} + ${table.purchaseTax} + ${table.shippingExTax} + ${table.shippingTax} - ${table.commissionExTax} - ${table.commissionTax}`;
