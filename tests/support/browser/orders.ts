/** What tests of the orders' screens put into the product before they open one. */
import { aName, anAddress, command } from "./api.ts";
import type { TestRecord } from "./catalogue.ts";

interface OrderTraits {
  supplierId?: number;
  marketplaceId?: number;
  name?: string;
  customer?: { firstName?: string; surname?: string; email?: string; phone?: string };
  /** UTC; now when nothing is said. */
  orderedAt?: string;
}

/** An order of the test's own, with nothing in it, of Acacia Homewares when no supplier is given. */
export async function anOrder({
  supplierId = 1,
  marketplaceId = 1,
  name = aName("ORDER"),
  customer = {},
  orderedAt,
}: OrderTraits = {}): Promise<TestRecord> {
  const id = await command<number>("orders/AddOrder", {
    SupplierId: supplierId,
    MarketplaceId: marketplaceId,
    Name: name,
    OrderDate: orderedAt,
    CustomerFirstName: customer.firstName ?? "Ana",
    CustomerSurname: customer.surname ?? "Lee",
    CustomerEmail: customer.email ?? "ana@test.example",
    CustomerPhoneNumber: customer.phone ?? "08 5550 1234",
  });
  return { id, name, path: `/orders/${id}` };
}

/** The order goes to unit 3 of 12 Wharf Road, Fremantle, to a company where one is named. */
export async function deliverTo(
  order: TestRecord,
  { companyName = "", notes = "" }: { companyName?: string; notes?: string } = {},
): Promise<void> {
  await command("orders/UpdateOrderDetails", {
    OrderId: order.id,
    MarketplaceOrderId: order.name,
    OrderDate: "2026-03-01T13:30:00Z",
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

/** Two at $9.95 each with $5.00 of shipping, inc GST, and 30 percent of commission. @returns its id */
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

/** The item waits for new stock until a day, as `2027-03-02`. */
export function waitForStock(LineItemId: number, ExpectedInStockDate: string): Promise<null> {
  return command("orders/UpdateLineItem", {
    LineItemId,
    Status: 1,
    ExpectedInStockDate,
    OrderNotes: "",
    SupplierNotes: "",
  });
}

/** One less, with what was paid for it and its commission, and its shipping stays. */
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

/** An order with one item, all of which has left: $18.93 to be paid to the supplier. */
export async function aSentOrder(traits: OrderTraits = {}): Promise<TestRecord> {
  const order = await anOrder(traits);
  await deliverTo(order);
  await aShipment(order, [[await aLineItem(order), 2]]);
  return order;
}

/** Of everything that is owed between these. @returns its id */
export async function anInvoice(SupplierId: number, MarketplaceId = 1): Promise<number> {
  const { invoiceIds } = await command<{ invoiceIds: number[] }>("invoices/GenerateInvoices", {
    Only: [{ SupplierId, MarketplaceId }],
  });
  const [id] = invoiceIds;
  if (id === undefined) throw new Error("There was nothing to invoice.");
  return id;
}

/** So many of these items leave. @returns its id */
export function aShipment(order: TestRecord, items: [lineItem: number, quantity: number][]): Promise<number> {
  return command("shipments/AddShipment", {
    OrderId: order.id,
    Items: items.map(([LineItemId, QuantityToShip]) => ({ LineItemId, QuantityToShip })),
  });
}

/** The shipment goes with Australia Post under this number, so that there is a packaging slip of it. */
export function track(ShipmentId: number, TrackingNumber = "33XYZ0001"): Promise<null> {
  return command("shipments/UpdateShipment", { ShipmentId, CourierId: 1, TrackingNumber, Status: 0 });
}
