import { sql } from "drizzle-orm";
import { visibleOrders } from "#api/core/access/caller.ts";
import { lineItemHolds, orderLineItems, orders, orderTransactions } from "#api/core/database/schema/index.ts";
import { orderLineItemStatuses, transactionTypes } from "#contract/enumerations.ts";
import { orderFields } from "#contract/orders/fields.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { choice, field, namedIn, recordedFields, ref } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

export const orderHistory = {
  table: orders,
  id: orders.id,
  name: sql`${orders.marketplaceOrderId}`,
  permission: "orders.view",
  visible: (caller) => visibleOrders(caller),
  tables: {
    orders: recorded(orders, {
      record: "order",
      id: orders.id,
      omits: {
        "follow from other columns and from the line items": ["isOutstanding", "status", "shipByTimeZone"],
        "is a state of background work": ["emailDueAt"],
      },
      fields: {
        name: field("Name"),
        orderedAt: field("Ordered", "moment"),
        erasedAt: field("Customer’s details erased", "moment"),
        // A supplier does not learn who had the order before.
        supplierId: { ...ref("Supplier", "supplier"), seenBy: "operators" },
        marketplaceId: ref("Marketplace", "marketplace"),
        ...recordedFields(orderFields),
        shippingAddressId: ref("Shipping address", "address"),
        shipBy: field("Ship by", "day"),
        shipByIsGiven: field("Ship-by day was given", "yesNo"),
        supplierNotifiedAt: field("Supplier notified", "moment"),
      },
    }),
    orderLineItems: recorded(orderLineItems, {
      record: "order",
      id: orderLineItems.orderId,
      omits: {
        "never changes": ["productImageId"],
        "explains the commission, and is written with it": ["commissionBasis"],
        "follows from status and quantity": ["stockTaken"],
        "are those of the order": ["supplierId", "marketplaceId", "orderedAt"],
      },
      part: "Line item",
      namedBy: { column: "id", ref: "lineItem" },
      fields: {
        productId: ref("Product in the catalogue", "product"),
        variantId: ref("Variant in the catalogue", "variant"),
        productName: field("Product"),
        productSku: field("SKU"),
        options: field("Options", "options"),
        purchasePriceExTax: field("Price ex GST", "dollars"),
        purchasePriceTax: field("GST of the price", "dollars"),
        taxClass: choice("Tax class", namedIn(taxClassNames)),
        commissionRate: field("Commission", "fraction"),
        status: choice("Status", orderLineItemStatuses),
        expectedInStockDate: field("Expected in stock", "day"),
        orderNotes: field("Order notes"),
        supplierNotes: field("Supplier notes"),
        deletedAt: field("Deleted", "moment"),
      },
    }),
    lineItemHolds: recorded(lineItemHolds, {
      record: "order",
      id: orderLineItems.orderId,
      through: "lineItemId",
      omits: { "are the time and the author of the change": ["heldAt", "heldBy"] },
      part: "Hold of",
      namedBy: { column: "lineItemId", ref: "lineItem" },
      fields: { reason: field("Reason") },
    }),
    orderTransactions: recorded(orderTransactions, {
      record: "order",
      id: orderLineItems.orderId,
      through: "lineItemId",
      recordsThrough: true,
      omits: {
        "are the time and the author of the change": ["at", "userId"],
        "follows from the invoice": ["invoiceId"],
        "are those of the order": ["supplierId", "marketplaceId"],
      },
      part: "Transaction of",
      namedBy: { column: "lineItemId", ref: "lineItem" },
      fields: {
        lineItemId: ref("Line item", "lineItem"),
        type: choice("Type", transactionTypes),
        quantity: field("Quantity", "number"),
        purchaseExTax: field("Purchase ex GST", "dollars"),
        purchaseTax: field("GST of the purchase", "dollars"),
        commissionExTax: field("Commission ex GST", "dollars"),
        commissionTax: field("GST of the commission", "dollars"),
        shippingExTax: field("Shipping ex GST", "dollars"),
        shippingTax: field("GST of the shipping", "dollars"),
        comment: field("Comment"),
      },
    }),
  },
} satisfies RecordWithHistory;
