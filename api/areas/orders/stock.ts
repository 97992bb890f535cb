/** Stock that is managed goes down with what is ordered, and comes back with what is not wanted any more. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../database/connection.ts";
import { products, productVariants } from "../../database/schema/index.ts";
import type { StoredLineItem } from "./policy.ts";

type Bought = Pick<StoredLineItem, "productId" | "variantId">;

/** @param quantity how many are taken; below zero they come back. Stock is never below zero. */
export async function takeStock(db: Db, { productId, variantId }: Bought, quantity: number): Promise<void> {
  const table = variantId === null ? products : productVariants;
  const id = variantId ?? productId;
  if (id === null || quantity === 0) return;
  await db
    .update(table)
    .set({ stockQuantity: sql`greatest(0, coalesce(${table.stockQuantity}, 0) - ${quantity})` })
    .where(and(eq(table.id, id), eq(table.manageStock, true)));
}

/** The variant that has this SKU; null when the product is sold without variants, or none has it. */
export async function variantWithSku(db: Db, productId: number, sku: string): Promise<{ id: number; imageId: string | null } | null> {
  const [variant] = await db
    .select({ id: productVariants.id, imageId: productVariants.defaultImageFileId })
    .from(productVariants)
    .where(and(eq(productVariants.productId, productId), eq(productVariants.externalSku, sku)))
    .orderBy(asc(productVariants.id));
  return variant ?? null;
}
