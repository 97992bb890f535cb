import { z } from "zod";

/** The kinds of work that can wait for a user, in the order of display. */
export const waitingKinds = [
  "ordersWithoutSupplier",
  "ordersLate",
  "ordersDueToday",
  "approvals",
  "approvalsAgain",
  "problemProducts",
  "failedSyncs",
  "failingDeliveries",
  "shopOrders",
  "applications",
  "agreementsEnding",
  "bankDetails",
  "invoicesToNotify",
  "queriedInvoices",
  "invoicesNotIssuable",
  "paymentsToRelease",
  "orderImports",
  "productImports",
  "categoryImports",
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

const id = z.number().int();

/** Each entry is a number above 0, and the same as the total of the list that shows these records. */
export const waitingSchema = z.array(
  z.object({
    kind: z.enum(waitingKinds),
    count: id,
    /** True if there are more than were counted. */
    isMoreThanCounted: z.boolean().nullish(),
    /** Approvals, imports of categories, failing deliveries and orders of shops are counted for each marketplace; null for other kinds. */
    marketplace: z.object({ id, name: z.string() }).nullish(),
  }),
);
export type Waiting = z.output<typeof waitingSchema>[number];

/** Days of the operator's time zone, the last of which is today. */
export const movementDays = 30;

/** Dollars inc GST: amounts of purchases, refunds and adjustments, on the day of their entry in the ledger. */
const sales = z.number();

export const movementsSchema = z.object({
  /** Every day of the period, the first one first. */
  days: z.array(
    z.object({
      /** As `2026-03-02`. */
      day: z.string(),
      orders: id,
      sales,
      /** Dollars inc GST. */
      commission: z.number(),
      /** Shipments that were made after the day on which their order had to leave. */
      lateShipments: id,
    }),
  ),
  /** The suppliers with the largest sales. */
  suppliers: z.array(z.object({ id, name: z.string(), sales })),
  /** The products of which most pieces were sold, less returns. */
  products: z.array(z.object({ id, name: z.string(), quantity: id })),
});
export type Movements = z.output<typeof movementsSchema>;
