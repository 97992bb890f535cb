/** Shipments of the demo orders: items of an order that left at the same moment share one. */
import { asc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  orderLineItems,
  orders,
  orderTransactions,
  shipmentItems,
  shipments,
} from "#api/core/database/schema/index.ts";
import { ShipmentStatus, TransactionType } from "#contract/enumerations.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { insertMany } from "./insert-many.ts";
import type { Random } from "./random.ts";

type Shipment = typeof shipments.$inferSelect;

interface Parcel extends Pick<Shipment, "orderId" | "supplierId" | "marketplaceId"> {
  at: Date;
  items: { lineItemId: number; quantity: number }[];
}

/** Requires orders. */
export async function seedShipments(db: Db, today: Date, random: Random): Promise<void> {
  const parcels = await parcelsOf(db);
  await insertMany(
    db,
    shipments,
    parcels.map(({ items: _, at, ...parcel }, i) => ({
      id: i + 1,
      ...parcel,
      createdAt: at,
      ...progressOf((today.getTime() - at.getTime()) / dayMs, random),
    })),
  );
  await insertMany(
    db,
    shipmentItems,
    parcels.flatMap(({ items }, i) => items.map((item) => ({ shipmentId: i + 1, ...item }))),
  );
}

async function parcelsOf(db: Db): Promise<Parcel[]> {
  const left = await db
    .select({
      orderId: orders.id,
      supplierId: orders.supplierId,
      marketplaceId: orders.marketplaceId,
      at: orderTransactions.at,
      lineItemId: orderLineItems.id,
      quantity: orderTransactions.quantity,
    })
    .from(orderTransactions)
    .innerJoin(orderLineItems, eq(orderLineItems.id, orderTransactions.lineItemId))
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .where(eq(orderTransactions.type, TransactionType.shipment))
    .orderBy(asc(orderTransactions.at), asc(orderLineItems.orderId), asc(orderLineItems.id));
  const parcels = new Map<string, Parcel>();
  for (const { lineItemId, quantity, ...of } of left) {
    const key = `${of.orderId} ${of.at.getTime()}`;
    const parcel = parcels.get(key) ?? { ...of, items: [] };
    parcel.items.push({ lineItemId, quantity });
    parcels.set(key, parcel);
  }
  return [...parcels.values()];
}

type Progress = Pick<Shipment, "status" | "courierId" | "trackingNumber">;

const { processing, awaitingPickup, dispatched, delivered } = ShipmentStatus;

/** Most are delivered within a week; the latest may not have been dispatched yet. */
function progressOf(days: number, random: Random): Progress {
  const [courierId, prefix, digits] = random.pick(numbers);
  const tracked = { courierId, trackingNumber: prefix + random.digits(digits) };
  const at = random.next();
  if (days > 10) return { ...tracked, status: at < 0.97 ? delivered : dispatched };
  if (days > 3) return { ...tracked, status: at < 0.6 ? delivered : dispatched };
  if (at < 0.35) return { courierId: null, trackingNumber: "", status: processing };
  return { ...tracked, status: at < 0.5 ? processing : at < 0.7 ? awaitingPickup : dispatched };
}

/**
 * Tracking numbers of couriers: the courier, the prefix, and the number of digits. The first is the most common one.
 */
const numbers: readonly [Kind, ...Kind[]] = [
  [1, "33MKT", 9],
  [1, "33MKT", 9],
  [1, "33MKT", 9],
  [2, "STK", 9],
  [3, "SMKT", 6],
  [4, "MP00", 8],
  [5, "CPMKT", 7],
  [6, "TMK", 9],
  [7, "", 10],
  [8, "24", 11],
  [9, "RUN-", 5],
];
type Kind = readonly [courierId: number, prefix: string, digits: number];
