/** The personal data of customers, which are part of their orders. */
import { z } from "zod";
import { recordId, recordIds, text } from "#contract/fields.ts";

/** Orders that are found, exported or erased at once. */
export const mostOrders = 200;

export const findCustomer = z.object({
  /** Part of the name, or the whole email address or phone number. */
  Text: text({ max: 100 }).refine((value) => value === "" || value.length >= 3, "Please enter at least 3 characters."),
});

const id = z.number().int();

export const customerOrder = z.object({
  id,
  marketplaceOrderId: z.string(),
  /** UTC. */
  orderDate: z.string(),
  marketplaceName: z.string(),
  customerName: z.string(),
  companyName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  /** On one line; empty for none. */
  address: z.string(),
  /** Why the details have to stay; null if they may be erased. */
  whyKept: z.string().nullable(),
});
export type CustomerOrder = z.output<typeof customerOrder>;

export const customerOrders = z.object({
  /** The newest first. */
  orders: z.array(customerOrder),
  /** There are more than `mostOrders`. */
  isCut: z.boolean(),
});

/** The readers of an export: the customer, to whom it is handed over, or the operator. */
export const exportReaders = ["customer", "operator"] as const;

export const personalFile = "Personal data.zip";
export const internalFile = "Internal records.zip";

export const customerExport = z.object({
  ids: recordIds(mostOrders),
  reader: z.enum(exportReaders).default("customer"),
});

export const eraseCustomer = z.object({
  OrderIds: z.array(recordId).min(1, "Please choose at least one order.").max(mostOrders),
});

export const erased = z.object({
  /** Orders whose details are erased now. */
  count: id,
  /** Orders that stay as they are. */
  kept: z.array(z.object({ id, marketplaceOrderId: z.string(), why: z.string() })),
});
export type Erased = z.output<typeof erased>;

export const customerMessages = {
  erased: "The customer’s details were erased.",
  notErased: "Oh dear, the details could not be erased due to an unexpected error. Please try again.",
};
