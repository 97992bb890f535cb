/** Complete and valid form data; a test changes the fields it is about. */
import { noId } from "#contract/fields.ts";

export const supplierDetails = (SupplierId: number) => ({
  SupplierId,
  SupplierName: "Acacia Homewares",
  SupplierLegalName: "Acacia Homewares Pty Ltd",
  LogoId: noId,
  Description: "<p>Baskets and trays.</p>",
  OrderContactEmails: "orders@acacia.example, ana@acacia.example",
  BusinessPhoneNumber: "(08) 5550 1234",
});

export const supplierFinances = (SupplierId: number) => ({
  SupplierId,
  ABN: "51 824 753 556",
  BSB: "980-123",
  AccountNumber: "123456",
  AccountName: "Acacia",
  BillingContactEmails: "accounts@acacia.example",
});

export const anAddress = {
  streetAddress: "1 High Street",
  city: "Fremantle",
  state: "WA",
  postCode: "6160",
  countryCode: "AU",
};

/** An order that a shop places: two pieces at $9.95, without shipping. */
export const placedOrder = (MarketplaceId: number, traits: object = {}) => ({
  MarketplaceId,
  MarketplaceOrderId: `S-${crypto.randomUUID().slice(0, 8)}`,
  CustomerFirstName: "Mia",
  CustomerSurname: "Nguyen",
  ShippingAddress: anAddress,
  Lines: [{ Sku: "TRAY-1", Quantity: 2, PriceIncTax: 9.95 }],
  ...traits,
});

/** Dollars ex GST. */
export const shippingRuleDetails = {
  Name: "Parcels",
  SellAnywhereDomestically: true,
  DefaultDomesticShippingRate: 9.0455,
  SellAnywhereInternationally: false,
  DefaultInternationalShippingRate: null,
};

/** Ten percent of every sale. */
export const aCommissionRule = (traits: object = {}) => ({ Name: "Ten percent", Rate: 0.1, ...traits });

/** All quantities to any place, for $5 ex GST per item. */
export const aRate = (traits: object = {}) => ({
  CountryCode: null,
  State: null,
  QuantityFrom: 1,
  QuantityTo: null,
  ShippingRatePerItem: 5,
  ...traits,
});

/** A product without variants. Dollars ex GST. */
export const productDetails = (ProductId: number, ProductTypeId: number) => ({
  ProductId,
  ProductTypeId,
  Name: "Linen tray",
  Description: "<p>For tea.</p>",
  DefaultImageId: noId,
  ExternalSku: "TRAY-1",
  HasVariants: false,
  RecommendedRetailPrice: 9.0455,
});

export const productShipping = (ProductId: number) => ({
  ProductId,
  ShippingMethod: 0,
  DomesticFlatRate: 9.0455,
  ShippingNotes: "Leaves within two days.",
});

export const newOrder = (SupplierId: number, MarketplaceId: number) => ({
  SupplierId,
  MarketplaceId,
  CustomerFirstName: "Ana",
  CustomerSurname: "Lee",
  CustomerEmail: "ana@example.com",
  CustomerPhoneNumber: "(08) 5550 1234",
});

export const orderDetails = (OrderId: number, ShippingAddressId: string) => ({
  OrderId,
  ShippingAddressId,
  MarketplaceOrderId: "MK-1001",
  OrderDate: "2026-03-02T04:05:06.000Z",
  CustomerFirstName: "Ana",
  CustomerSurname: "Lee",
  CustomerEmail: "ana@example.com",
  CustomerPhoneNumber: "(08) 5550 1234",
  CompanyName: "",
  OrderNotes: "Leave it at the door.",
});

/** Two items outside the catalogue, at $9.95 each with $5.00 of shipping, inc GST. */
export const newLineItem = (OrderId: number) => ({
  OrderId,
  ProductId: null,
  ProductName: "Gift card",
  ProductSku: "GIFT",
  PurchasePriceExTax: 9.05,
  PurchasePriceTax: 0.9,
  Quantity: 2,
  ShippingAmountExTax: 4.55,
  ShippingAmountTax: 0.45,
  CommissionRate: 0.3,
  OrderNotes: "",
  SupplierNotes: "",
  Options: [],
});

/** An adjustment without changes. */
export const adjustment = (LineItemId: number) => ({
  LineItemId,
  QuantityAdjustment: 0,
  PurchaseAmountExTaxAdjustment: 0,
  PurchaseAmountTaxAdjustment: 0,
  CommissionAmountExTaxAdjustment: 0,
  CommissionAmountTaxAdjustment: 0,
  ShippingAmountExTaxAdjustment: 0,
  ShippingAmountTaxAdjustment: 0,
  Comment: "",
});

/** Dispatched with Australia Post. */
export const shipmentDetails = (ShipmentId: number) => ({
  ShipmentId,
  CourierId: 1,
  TrackingNumber: "33XYZ0001",
  Status: 2,
});
