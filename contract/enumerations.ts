/** The enumerations of the contract, with their labels. */

export interface Choice<V = number> {
  readonly value: V;
  readonly displayName: string;
}

function choices<const T extends Record<number, string>>(labels: T): readonly Choice<number>[] {
  return Object.entries(labels).map(([value, displayName]) => ({ value: Number(value), displayName }));
}

export const AttributeSelectionType = { boolean: 0, singleSelect: 1, multiSelect: 2, text: 3 } as const;
export const attributeSelectionTypes = choices({ 0: "Boolean", 1: "SingleSelect", 2: "MultiSelect", 3: "Text" });

/** The data type of an attribute's options. */
export const AttributeDataType = { text: 0, number: 1 } as const;
export const attributeDataTypes = choices({ 0: "Text", 1: "Number" });

export const MarketplaceProductStatus = {
  pendingApproval: 1,
  approved: 2,
  pendingReApproval: 3,
  disabled: 4,
  internallyReviewed: 5,
} as const;
/** The state of a product on a marketplace; `null` is Unregistered. */
export const marketplaceStatuses: readonly Choice<number | null>[] = [
  { value: null, displayName: "Unregistered" },
  ...choices({
    1: "Pending Approval",
    2: "Approved",
    3: "Pending Re-Approval",
    4: "Disabled",
    5: "Internally Reviewed",
  }),
];

export const MarketplaceSyncStatus = { inSync: 0, updatesPending: 1, updating: 2, error: 3 } as const;
export const marketplaceSyncStatuses = choices({ 0: "In Sync", 1: "Updates Pending", 2: "Updating", 3: "Error" });

/** Progress of a background process; values above 1 are final. */
export const ProcessingStatus = { queued: 0, running: 1, done: 2, doneWithErrors: 3, failed: 4 } as const;

export const ProcessingMessageType = { debug: 0, information: 1, warning: 2, validationError: 3, error: 4 } as const;
export const processingMessageTypes = choices({
  0: "Debug",
  1: "Information",
  2: "Warning",
  3: "Validation Error",
  4: "Error",
});

/** The kinds of answers to a row of an invoice. */
export const answerKindNames = { confirmed: "Confirmed", queried: "Queried", answered: "Answered" } as const;

/** The state of a supplier on a marketplace. */
export const SupplierMarketplaceStatus = { pending: 1, active: 2, disabled: 4 } as const;
export const supplierMarketplaceStatuses = choices({ 1: "Pending", 2: "Active", 4: "Disabled" });

/** Users choose statuses up to `waitingOnStock`; later ones follow from shipments and adjustments. */
export const OrderLineItemStatus = {
  processing: 0,
  waitingOnStock: 1,
  partiallyFilled: 2,
  complete: 3,
  cancelled: 4,
} as const;
export const orderLineItemStatuses = choices({
  0: "Processing",
  1: "Waiting on Stock",
  2: "Partially Filled",
  3: "Complete",
  4: "Cancelled",
});

/** An order has the statuses of its line items; see `orderStatusOf` in `contract/rules/order-line.ts`. */
export const orderStatuses: readonly Choice<number>[] = [...orderLineItemStatuses];

export const ShipmentStatus = { processing: 0, awaitingPickup: 1, dispatched: 2, delivered: 3 } as const;
export const shipmentStatuses = choices({ 0: "Processing", 1: "Awaiting Pickup", 2: "Dispatched", 3: "Delivered" });

export const TransactionType = { purchase: 0, refund: 1, adjustment: 2, shipment: 3, payment: 4 } as const;
export const transactionTypes = choices({ 0: "Purchase", 1: "Refund", 2: "Adjustment", 3: "Shipment", 4: "Payment" });

export const ShippingMethod = { flatRate: 0, carrier: 1, rule: 2 } as const;
export const shippingMethods = choices({ 0: "Flat rate per item", 1: "Shippit", 2: "Shipping rule" });

/** The permissions of a supplier's user for that supplier: a sum of bits in storage, a list of bits in the API. */
export const SupplierPermission = {
  generalDetails: 1,
  financialDetails: 2,
  products: 4,
  orders: 8,
  invoices: 16,
  users: 32,
} as const;
export const supplierPermissions = choices({
  1: "Update General Details",
  2: "Update Financial Details",
  4: "Manage Products",
  8: "Manage Orders",
  16: "Manage Invoices",
  32: "Manage Users",
});

export const roles = ["Administrator", "Operator", "Catalogue Manager", "Finance", "Supplier", "Read Only"] as const;
export type Role = (typeof roles)[number];

/** Where an uploaded file belongs. Suppliers' logos are 1; the others continue upward. */
export const FileLocation = {
  supplierLogo: 1,
  productImage: 2,
  variantImage: 3,
  agreement: 4,
  marketplaceLogo: 5,
  organisationLogo: 6,
  /** Only people who may decide about the application can read it, and not by `files/{fileId}`. */
  applicationDocument: 7,
} as const;
