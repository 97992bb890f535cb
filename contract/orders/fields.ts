/** The fields of an order that people edit in one way everywhere. Its date, ship-by day and address have forms of their own. */
import type { RecordFields } from "#contract/records/fields.ts";

/** `UpdateOrderDetails` */
const details = {
  of: "details",
  changedWith: "canEditDetails",
  sheet: "the worksheet of orders changes shipments alone",
} as const;

export const orderFields = {
  /** The marketplace's number of the order. */
  marketplaceOrderId: { ...details, command: "MarketplaceOrderId", label: "Order number", kind: "text", max: 50 },
  customerFirstName: { ...details, command: "CustomerFirstName", label: "First name", kind: "text", max: 100 },
  customerSurname: { ...details, command: "CustomerSurname", label: "Surname", kind: "text", max: 100 },
  customerEmail: { ...details, command: "CustomerEmail", label: "Customer email", kind: "email", max: 256 },
  customerPhoneNumber: {
    ...details,
    command: "CustomerPhoneNumber",
    label: "Phone number",
    kind: "optionalText",
    max: 25,
  },
  companyName: { ...details, command: "CompanyName", label: "Company name", kind: "optionalText", max: 100 },
  /** Visible to the customer. */
  orderNotes: { ...details, command: "OrderNotes", label: "Order notes", kind: "lines", max: 2_000 },
} as const satisfies RecordFields;
