import { and, asc, eq, gte, lte, type SQL } from "drizzle-orm";
import type { InputOf } from "../../../contract/operation.ts";
import type { Operations } from "../../../contract/operations.ts";
import { couriers as allCouriers, courierOf, trackingPage } from "../../../contract/shipments/couriers.ts";
import { visibleTo } from "../../access/caller.ts";
import type { Db } from "../../database/connection.ts";
import { marketplaces, orderLineItems, orders, shipmentItems, shipments, suppliers } from "../../database/schema/index.ts";
import type { Handler } from "../../http/handlers.ts";
import { byText, containsFolded, pageOf } from "../../http/lists.ts";
import { notFound } from "../../http/refusal.ts";
import { addressOf } from "../shared/address.ts";
import { customerFullName, flagsOf, numbered } from "../shared/order.ts";
import { whyClosed } from "../shared/shipping.ts";

type Shipments = Operations["shipments"];

export const list: Handler<Shipments["list"]> = async (input, { db, caller }) => {
  const page = await pageOf(
    db,
    {
      rows: db
        .select({
          id: shipments.id,
          orderId: shipments.orderId,
          marketplaceOrderId: orders.marketplaceOrderId,
          createdAt: shipments.createdAt,
          cancelledAt: shipments.cancelledAt,
          customerFirstName: orders.customerFirstName,
          customerSurname: orders.customerSurname,
          supplierId: shipments.supplierId,
          supplierName: suppliers.name,
          marketplaceId: shipments.marketplaceId,
          marketplaceName: marketplaces.name,
        })
        .from(shipments)
        .innerJoin(orders, eq(orders.id, shipments.orderId))
        .leftJoin(suppliers, eq(suppliers.id, shipments.supplierId))
        .innerJoin(marketplaces, eq(marketplaces.id, shipments.marketplaceId))
        .$dynamic(),
      keys: (columns) =>
        db
          .select(columns)
          .from(shipments)
          .leftJoin(orders, eq(orders.id, shipments.orderId))
          .leftJoin(suppliers, eq(suppliers.id, shipments.supplierId))
          .leftJoin(marketplaces, eq(marketplaces.id, shipments.marketplaceId))
          .$dynamic(),
      isCostly: input.searchText !== undefined,
      visible: visibleTo(caller, shipments.supplierId),
      filters: filtersOf(input),
      sort: {
        createdDate: shipments.createdAt,
        id: shipments.id,
        customerFullName: byText(customerFullName),
        supplierName: byText(suppliers.name),
        marketplaceName: byText(marketplaces.name),
        marketplaceOrderId: byText(orders.marketplaceOrderId),
      },
      tieBreak: shipments.id,
    },
    input,
  );
  return { ...page, items: page.items.map(({ createdAt, cancelledAt, ...row }) => ({ ...row, ...momentsOf({ createdAt, cancelledAt }) })) };
};

const filtersOf = (input: InputOf<Shipments["list"]>): (SQL | undefined)[] => [
  input.searchText === undefined ? undefined : containsFolded(orders.searchable, input.searchText),
  input.supplierId === undefined ? undefined : eq(shipments.supplierId, input.supplierId),
  input.marketplaceId === undefined ? undefined : eq(shipments.marketplaceId, input.marketplaceId),
  input.fromDate === undefined ? undefined : gte(shipments.createdAt, new Date(input.fromDate)),
  input.toDate === undefined ? undefined : lte(shipments.createdAt, new Date(input.toDate)),
];

interface Moments {
  createdAt: Date;
  cancelledAt: Date | null;
}

const momentsOf = ({ createdAt, cancelledAt }: Moments) => ({
  createdDate: createdAt.toISOString(),
  cancelledDate: cancelledAt?.toISOString() ?? null,
});

export const get: Handler<Shipments["get"]> = async ({ id }, { db, caller }) => {
  const [row] = await db
    .select({ shipment: shipments, order: orders, supplier: suppliers, marketplaceName: marketplaces.name })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .innerJoin(marketplaces, eq(marketplaces.id, shipments.marketplaceId))
    .leftJoin(suppliers, eq(suppliers.id, shipments.supplierId))
    .where(and(eq(shipments.id, id), visibleTo(caller, shipments.supplierId)));
  if (!row) throw notFound("This shipment");
  const { shipment, order, supplier } = row;
  const courier = courierOf(shipment.courierId);
  return {
    ...order,
    ...shipment,
    ...momentsOf(shipment),
    supplierName: supplier?.name,
    supplierAddress: await addressOf(db, supplier?.billingAddressId ?? null),
    marketplaceName: row.marketplaceName,
    shippingAddress: await addressOf(db, order.shippingAddressId),
    courierName: courier?.name,
    trackingUrl: trackingPage(courier, shipment.trackingNumber),
    canEdit: flagsOf(caller, shipment).canUpdateLineItemStatus && whyClosed(shipment) === undefined,
    lineItems: await itemsOf(db, id),
  };
};

/** What is in the shipment; what was deleted from its order since stays in one that was cancelled. */
async function itemsOf(db: Db, shipmentId: number) {
  const rows = await db
    .select({
      lineItemId: orderLineItems.id,
      productName: orderLineItems.productName,
      productSku: orderLineItems.productSku,
      options: orderLineItems.options,
      quantity: shipmentItems.quantity,
    })
    .from(shipmentItems)
    .innerJoin(orderLineItems, eq(orderLineItems.id, shipmentItems.lineItemId))
    .where(eq(shipmentItems.shipmentId, shipmentId))
    .orderBy(asc(orderLineItems.id));
  return rows.map(({ options, ...row }) => ({ ...row, options: numbered(options) }));
}

export const couriers: Handler<Shipments["couriers"]> = async () => [...allCouriers];
