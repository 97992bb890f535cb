/** Emits events when stock or prices of listings have changed. */
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { marketplaceProducts, type ToldFigures } from "#api/core/database/schema/index.ts";
import { type Emitting, emitEvent, hasWebhook } from "#api/core/outbox/outbox.ts";
import type { Offer } from "./channel.ts";
import type { Found } from "./listing.ts";

/** A product without variants, or one of the variants. */
type Item = Offer & { variantId: number | null };

/**
 * Emits one event with the current figures if they differ from those published last. A first publication emits none,
 * because it contains all figures. Needs a transaction.
 */
export async function emitChangedFigures(context: Emitting, { stored, listing }: Found): Promise<void> {
  const { variants } = listing;
  const items: Item[] =
    variants.length > 0
      ? variants.map(({ id, ...offer }) => ({ ...offer, variantId: id }))
      : [{ ...listing, variantId: null }];
  const now = figuresOf(items);
  const before = stored.toldFigures;
  if (isDeepStrictEqual(before, now)) return;
  const { db } = context;
  await db.update(marketplaceProducts).set({ toldFigures: now }).where(eq(marketplaceProducts.id, stored.id));
  const { marketplaceId, productId } = stored;
  if (before === null || !(await hasWebhook(context, marketplaceId))) return;
  const about = { marketplaceId, about: { productId } };
  const product = { id: productId, sku: listing.sku, marketplaceSku: listing.marketplaceSku };
  if (differs(before, now, "stock")) {
    const content = { product, items: items.map(({ variantId, sku, stock }) => ({ variantId, sku, stock })) };
    await emitEvent(context, { ...about, event: "stockChanged", content });
  }
  if (differs(before, now, "prices")) {
    const content = { product, items: items.map(({ variantId, sku, prices }) => ({ variantId, sku, prices })) };
    await emitEvent(context, { ...about, event: "priceChanged", content });
  }
}

const figuresOf = (items: readonly Item[]): ToldFigures =>
  Object.fromEntries(
    items.map(({ variantId, stock, prices }) => [variantId ?? 0, { stock, prices: JSON.stringify(prices) }]),
  );

const differs = (before: ToldFigures, now: ToldFigures, figure: "stock" | "prices"): boolean =>
  !isDeepStrictEqual(only(before, figure), only(now, figure));

const only = (figures: ToldFigures, figure: "stock" | "prices") =>
  Object.fromEntries(Object.entries(figures).map(([id, figuresOfItem]) => [id, figuresOfItem[figure]]));
