import { z } from "zod";
import { filterText } from "#contract/fields.ts";
import { documentKinds } from "#contract/rules/invoice.ts";

export const maxSearchLength = 100;

/** Most hits of each kind in an answer. */
export const maxHits = 10;

export const searchInput = z.object({
  /** Nothing is found without it. */
  q: filterText(maxSearchLength),
});

const id = z.number().int();
/** UTC. */
const moment = z.string();

const orderHit = z.object({
  id,
  /** The order's name in this system. */
  name: z.string(),
  marketplaceOrderId: z.string(),
  orderDate: moment,
  customerFirstName: z.string(),
  customerSurname: z.string(),
  supplierName: z.string().nullish(),
  marketplaceName: z.string(),
});

const shipmentHit = z.object({
  id,
  marketplaceOrderId: z.string(),
  trackingNumber: z.string(),
  courierName: z.string().nullish(),
  createdDate: moment,
  /** Null unless cancelled. */
  cancelledDate: moment.nullish(),
  customerFirstName: z.string(),
  customerSurname: z.string(),
});

const productHit = z.object({
  id,
  name: z.string(),
  /** Empty if it has none. */
  externalSku: z.string(),
  supplierName: z.string(),
  isDisabled: z.boolean(),
});

const supplierHit = z.object({ id, name: z.string(), abn: z.string() });

const invoiceHit = z.object({
  id,
  invoiceDate: moment,
  documentKind: z.enum(documentKinds).default("taxInvoice"),
  isAdjustment: z.boolean(),
  supplierName: z.string(),
  marketplaceName: z.string(),
});

const paymentHit = z.object({
  id,
  /** A day, as `2026-03-02`. */
  bankDate: z.string(),
  /** Dollars. */
  total: z.number(),
});

/** The hits of a kind, the best first; undefined if the caller may not see records of this kind. */
const hits = <T extends z.ZodType>(hit: T) => z.object({ items: z.array(hit), isMore: z.boolean() }).optional();

export const searchKinds = ["orders", "shipments", "products", "suppliers", "invoices", "payments"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchSchema = z.object({
  /**
   * The only record whose number, SKU, ABN, email address or name equals the text, ignoring case; no other hits are
   * searched for then. Null if there is no such record, or more than one.
   */
  only: z.object({ kind: z.enum(searchKinds), id }).nullable(),
  orders: hits(orderHit),
  shipments: hits(shipmentHit),
  products: hits(productHit),
  suppliers: hits(supplierHit),
  invoices: hits(invoiceHit),
  payments: hits(paymentHit),
});
export type SearchAnswer = z.output<typeof searchSchema>;
