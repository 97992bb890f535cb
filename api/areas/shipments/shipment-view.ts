/** Shipments in the form of the contract, with courier, supplier and items. */
import { and, asc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { withCountryName } from "#api/areas/shared/address.ts";
import { flagsOf, withIds } from "#api/areas/shared/order.ts";
import { whyClosed } from "#api/areas/shared/shipping.ts";
import { fullName } from "#api/areas/shared/users.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  addresses,
  marketplaces,
  orderLineItems,
  orders,
  shipmentItems,
  shipments,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { courierOf, trackingPage } from "#contract/shipments/couriers.ts";
import type { Shipment } from "#contract/shipments/schema.ts";

interface Moments {
  createdAt: Date;
  cancelledAt: Date | null;
  slipPrintedAt: Date | null;
}

export const momentsOf = ({ createdAt, cancelledAt, slipPrintedAt }: Moments) => ({
  createdDate: createdAt.toISOString(),
  cancelledDate: cancelledAt?.toISOString() ?? null,
  slipPrintedDate: slipPrintedAt?.toISOString() ?? null,
});

/** Returns those of these shipments that the caller may see, unsorted. */
export async function shipmentsWith(
  { db, caller }: Pick<Context, "db" | "caller">,
  ids: readonly number[],
): Promise<Shipment[]> {
  const destination = alias(addresses, "destination");
  const rows = await db
    .select({
      shipment: shipments,
      order: orders,
      supplier: suppliers,
      marketplace: marketplaces,
      destination,
      origin: addresses,
      slipPrintedByUserFullName: fullName,
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .innerJoin(marketplaces, eq(marketplaces.id, shipments.marketplaceId))
    .leftJoin(suppliers, eq(suppliers.id, shipments.supplierId))
    .leftJoin(destination, eq(destination.id, orders.shippingAddressId))
    .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
    .leftJoin(users, eq(users.id, shipments.slipPrintedBy))
    .where(and(inArray(shipments.id, [...ids]), visibleTo(caller, shipments.supplierId)));
  const items = await itemsOf(
    db,
    rows.map(({ shipment }) => shipment.id),
  );
  return rows.map(({ shipment, order, supplier, marketplace, slipPrintedByUserFullName, ...row }) => {
    const courier = courierOf(shipment.courierId);
    return {
      ...order,
      ...shipment,
      ...momentsOf(shipment),
      supplierName: supplier?.name,
      supplierAddress: row.origin && withCountryName(row.origin),
      marketplaceName: marketplace.name,
      marketplaceLogoId: marketplace.logoId,
      shippingAddress: row.destination && withCountryName(row.destination),
      courierName: courier?.name,
      trackingUrl: trackingPage(courier, shipment.trackingNumber),
      slipPrintedByUserFullName,
      canEdit: flagsOf(caller, order).canUpdateLineItemStatus && whyClosed(shipment) === undefined,
      lineItems: items.get(shipment.id) ?? [],
    };
  });
}

/** The items of each shipment. A cancelled shipment still lists items that were deleted from the order later. */
async function itemsOf(db: Db, shipmentIds: readonly number[]): Promise<Map<number, Shipment["lineItems"]>> {
  const byShipment = new Map(shipmentIds.map((id): [number, Shipment["lineItems"]] => [id, []]));
  const rows = await db
    .select({
      shipmentId: shipmentItems.shipmentId,
      lineItemId: orderLineItems.id,
      productName: orderLineItems.productName,
      productSku: orderLineItems.productSku,
      options: orderLineItems.options,
      quantity: shipmentItems.quantity,
    })
    .from(shipmentItems)
    .innerJoin(orderLineItems, eq(orderLineItems.id, shipmentItems.lineItemId))
    .where(inArray(shipmentItems.shipmentId, [...shipmentIds]))
    .orderBy(asc(orderLineItems.id));
  for (const { shipmentId, options, ...row } of rows)
    byShipment.get(shipmentId)?.push({ ...row, options: withIds(options) });
  return byShipment;
}
