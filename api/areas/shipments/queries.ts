import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, or, type SQL } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import { marketplaces, orders, shipments, suppliers } from "#api/core/database/schema/index.ts";
import { byText, containsFolded, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { couriers as allCouriers } from "#contract/shipments/couriers.ts";
import { shipmentName } from "#contract/shipments/slip.ts";
import { momentsOf, shipmentsWith } from "./shipment-view.ts";
import { shipmentsToPrint, slipsDocument } from "./slips.ts";

type Shipments = Operations["shipments"];
/** Of the list, without its page. */
export type Filters = NonNullable<InputOf<Shipments["changeMany"]>["Filter"]>;

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
          courierId: shipments.courierId,
          trackingNumber: shipments.trackingNumber,
          slipPrintedAt: shipments.slipPrintedAt,
          status: shipments.status,
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
        customerFullName: orders.sortableCustomer,
        supplierName: byText(suppliers.name),
        marketplaceName: byText(marketplaces.name),
        marketplaceOrderId: orders.sortableNumber,
      },
      uniqueKey: shipments.id,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map(({ createdAt, cancelledAt, slipPrintedAt, ...row }) => ({
      ...row,
      ...momentsOf({ createdAt, cancelledAt, slipPrintedAt }),
    })),
  };
};

export const filtersOf = (input: Filters): (SQL | undefined)[] => [
  input.ids && inArray(shipments.id, input.ids),
  input.orderIds && inArray(shipments.orderId, input.orderIds),
  input.orderId === undefined ? undefined : eq(shipments.orderId, input.orderId),
  input.searchText === undefined ? undefined : containsFolded(orders.searchable, input.searchText),
  input.supplierId === undefined ? undefined : eq(shipments.supplierId, input.supplierId),
  input.marketplaceId === undefined ? undefined : eq(shipments.marketplaceId, input.marketplaceId),
  input.fromDate === undefined ? undefined : gte(shipments.createdAt, new Date(input.fromDate)),
  input.toDate === undefined ? undefined : lte(shipments.createdAt, new Date(input.toDate)),
  input.status === undefined ? undefined : and(eq(shipments.status, input.status), isNull(shipments.cancelledAt)),
  input.withoutTracking ? and(isWithoutTracking, isNull(shipments.cancelledAt)) : undefined,
  input.slipNotPrinted
    ? and(
        isNull(shipments.slipPrintedAt),
        isNotNull(shipments.courierId),
        ne(shipments.trackingNumber, ""),
        isNull(shipments.cancelledAt),
      )
    : undefined,
];

const isWithoutTracking = or(isNull(shipments.courierId), eq(shipments.trackingNumber, ""));

export const get: Handler<Shipments["get"]> = async ({ id }, context) => {
  const [shipment] = await shipmentsWith(context, [id]);
  if (!shipment) throw notFound("This shipment");
  return shipment;
};

/** The packaging slips; a single one is named like `Packaging-slip-MK-1-12.pdf`. */
export const packagingSlips: Handler<Shipments["packagingSlips"]> = async ({ ids }, context) => {
  const printed = await shipmentsToPrint(context, ids);
  const content = await slipsDocument(context, printed);
  const [only] = printed.length === 1 ? printed : [];
  return {
    content,
    contentType: "application/pdf",
    fileName: only ? `Packaging-slip-${shipmentName(only)}.pdf` : "Packaging-slips.pdf",
  };
};

export const couriers: Handler<Shipments["couriers"]> = async () => [...allCouriers];
