/** Test data for the screens of orders. */
import { aName, anAddress, command } from "./api.ts";
import type { TestRecord } from "./catalogue.ts";

interface OrderTraits {
  supplierId?: number;
  marketplaceId?: number;
  name?: string;
  customer?: { firstName?: string; surname?: string; email?: string; phone?: string };
  /** UTC; now by default. */
  orderedAt?: string;
  /** A day; counted in handling days by default. */
  shipBy?: string;
}

/** Creates an empty order, of Acacia Homewares unless a supplier is given. */
export async function anOrder({
  supplierId = 1,
  marketplaceId = 1,
  name = aName("ORDER"),
  customer = {},
  orderedAt,
  shipBy,
}: OrderTraits = {}): Promise<TestRecord> {
  const id = await command<number>("orders/AddOrder", {
    SupplierId: supplierId,
    MarketplaceId: marketplaceId,
    Name: name,
    OrderDate: orderedAt,
    ShipBy: shipBy,
    CustomerFirstName: customer.firstName ?? "Ana",
    CustomerSurname: customer.surname ?? "Lee",
    CustomerEmail: customer.email ?? "ana@test.example",
    CustomerPhoneNumber: customer.phone ?? "08 5550 1234",
  });
  return { id, name, path: `/orders/${id}` };
}

/** Sets the order's address to unit 3 of 12 Wharf Road, Fremantle, with a company if one is given. */
export async function deliverTo(
  order: TestRecord,
  {
    companyName = "",
    notes = "",
    orderedAt = "2026-03-01T13:30:00Z",
  }: { companyName?: string; notes?: string; orderedAt?: string | undefined } = {},
): Promise<void> {
  await command("orders/UpdateOrderDetails", {
    OrderId: order.id,
    MarketplaceOrderId: order.name,
    OrderDate: orderedAt,
    CustomerFirstName: "Ana",
    CustomerSurname: "Lee",
    CustomerEmail: "ana@test.example",
    CustomerPhoneNumber: "08 5550 1234",
    CompanyName: companyName,
    ShippingAddressId: await anAddress({ unitNumber: "3" }),
    OrderNotes: notes,
  });
}

interface LineItemTraits {
  productId?: number;
  name?: string;
  quantity?: number;
  options?: { Name: string; Value: string }[];
  orderNotes?: string;
  supplierNotes?: string;
}

/**
 * Adds two items at $9.95 each with $5.00 of shipping, inc GST, and 30 percent of commission. @returns the line item's
 * id
 */
export function aLineItem(
  order: TestRecord,
  { productId, name = "Woven basket", quantity = 2, options = [], ...notes }: LineItemTraits = {},
): Promise<number> {
  return command("orders/AddLineItem", {
    OrderId: order.id,
    ProductId: productId ?? null,
    ProductName: name,
    ProductSku: "BASKET-1",
    PurchasePriceExTax: 9.05,
    PurchasePriceTax: 0.9,
    Quantity: quantity,
    ShippingAmountExTax: 4.55,
    ShippingAmountTax: 0.45,
    CommissionRate: 0.3,
    Options: options,
    OrderNotes: notes.orderNotes ?? "",
    SupplierNotes: notes.supplierNotes ?? "",
  });
}

/** Makes the item wait for stock until a day, as `2027-03-02`. */
export function waitForStock(LineItemId: number, ExpectedInStockDate: string): Promise<null> {
  return command("orders/UpdateLineItem", {
    LineItemId,
    Status: 1,
    ExpectedInStockDate,
    OrderNotes: "",
    SupplierNotes: "",
  });
}

/** Reduces the quantity by one, with its price and commission but without its shipping. */
export function takeOneBack(LineItemId: number): Promise<null> {
  return command("orders/AddLineItemAdjustment", {
    LineItemId,
    QuantityAdjustment: -1,
    PurchaseAmountExTaxAdjustment: -9.05,
    PurchaseAmountTaxAdjustment: -0.9,
    CommissionAmountExTaxAdjustment: -2.71,
    CommissionAmountTaxAdjustment: -0.27,
    ShippingAmountExTaxAdjustment: 0,
    ShippingAmountTaxAdjustment: 0,
    Comment: "One was broken.",
  });
}

/** Creates an order with one item, completely shipped: $18.93 are owed to the supplier. */
export async function aSentOrder(traits: OrderTraits = {}): Promise<TestRecord> {
  const order = await anOrder(traits);
  await deliverTo(order, { orderedAt: traits.orderedAt });
  await aShipment(order, [[await aLineItem(order), 2]]);
  return order;
}

/** Invoices everything that is owed between the two. @returns the invoice's id */
export async function anInvoice(SupplierId: number, MarketplaceId = 1): Promise<number> {
  const { invoiceIds } = await command<{ invoiceIds: number[] }>("invoices/GenerateInvoices", {
    Only: [{ SupplierId, MarketplaceId }],
  });
  const [id] = invoiceIds;
  if (id === undefined) throw new Error("There was nothing to invoice.");
  return id;
}

/** Ships these quantities. @returns the shipment's id */
export function aShipment(order: TestRecord, items: [lineItem: number, quantity: number][]): Promise<number> {
  return command("shipments/AddShipment", {
    OrderId: order.id,
    Items: items.map(([LineItemId, QuantityToShip]) => ({ LineItemId, QuantityToShip })),
  });
}

/** Sends the shipment with Australia Post under this number, so that it has a packaging slip. */
export function track(ShipmentId: number, TrackingNumber = "33XYZ0001"): Promise<null> {
  return command("shipments/UpdateShipment", { ShipmentId, CourierId: 1, TrackingNumber, Status: 0 });
}

/** Places an order as a marketplace's shop does. Returns the first of the orders that it becomes. */
export async function aPlacedOrder(lines: object[], marketplaceId = 1): Promise<TestRecord> {
  const { orders } = await command<{ orders: { id: number; name: string }[] }>("orders/PlaceOrder", {
    MarketplaceId: marketplaceId,
    MarketplaceOrderId: aName("SHOP"),
    CustomerFirstName: "Ana",
    CustomerSurname: "Lee",
    CustomerEmail: "ana@test.example",
    ShippingAddress: {
      streetAddress: "12 Wharf Road",
      city: "Fremantle",
      state: "WA",
      postCode: "6160",
      countryCode: "AU",
    },
    Lines: lines,
  });
  const [first] = orders;
  if (!first) throw new Error("No order was made.");
  return { id: first.id, name: first.name, path: `/orders/${first.id}` };
}
