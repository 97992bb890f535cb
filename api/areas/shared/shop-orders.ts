/** Which orders came from a shop, and what that shop is told about them. */
import { and, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { shopOrders } from "#api/core/database/schema/index.ts";

/** The events that shops are subscribed to. */
export const eventsForShops = ["shipped", "shipmentCancelled"] as const;

/** True if the order with this number came from the shop of the marketplace. */
export const isFromShop = async (db: Db, marketplaceId: number, number: string): Promise<boolean> =>
  (await db.$count(shopOrders, isTaken(marketplaceId, number))) > 0;

export const isTaken = (marketplaceId: number, number: string) =>
  and(eq(shopOrders.marketplaceId, marketplaceId), eq(shopOrders.number, number), eq(shopOrders.state, "taken"));
