/** The meta data of orders: that of the extension "Shipment Tracking", and what this system notes beside it. */
import { z } from "zod";
import type { ShopShipment } from "../shop.ts";
import { metaOf, type ShippedOrder } from "./schema.ts";

/** https://woocommerce.com/document/shipment-tracking/, also read by "Advanced Shipment Tracking". */
const trackingKey = "_wc_shipment_tracking_items";
const ledgerKey = "_countinghouse_shipments";

const item = z.looseObject({ tracking_id: z.string().optional() });
type Item = z.output<typeof item>;

/** Others remove entries of their list without numbering the rest anew, which PHP then writes as an object. */
const items = z
  .union([z.array(item), z.record(z.string(), item).transform((record) => Object.values(record))])
  .catch([]);

export const trackingItemsOf = (order: ShippedOrder): Item[] => items.parse(metaOf(order, trackingKey));

/** Undefined without a number, because there is nothing to track. */
export const trackingItemFor = (
  { courier, trackingNumber, trackingUrl }: ShopShipment,
  id: string,
): Item | undefined =>
  trackingNumber === null
    ? undefined
    : {
        tracking_provider: "",
        custom_tracking_provider: courier ?? "",
        custom_tracking_link: trackingUrl ?? "",
        tracking_number: trackingNumber,
        date_shipped: String(Math.floor(Date.now() / 1_000)),
        tracking_id: id,
      };

/** Keeps the day of an item that was there before, and the items of others. */
export function withItem(before: readonly Item[], id: string, added: Item | undefined): Item[] {
  const own = before.find(({ tracking_id }) => tracking_id === id);
  if (!added) return withoutItem(before, id);
  if (!own) return [...before, added];
  const { date_shipped } = own;
  return before.map((each) =>
    each === own ? { ...added, ...(date_shipped !== undefined && { date_shipped }) } : each,
  );
}

export const withoutItem = (before: readonly Item[], id: string): Item[] =>
  before.filter(({ tracking_id }) => tracking_id !== id);

const ledger = z.record(
  z.string(),
  z.object({
    /** Key of the note to the customer. */
    note: z.string(),
    text: z.string(),
    /** With this shipment the order was completed. */
    completes: z.boolean(),
  }),
);
/** The tracking data that has been sent, by the keys of shipments. */
export type Ledger = z.output<typeof ledger>;

export function ledgerOf(order: ShippedOrder): Ledger {
  const value = metaOf(order, ledgerKey);
  try {
    return typeof value === "string" ? (ledger.safeParse(JSON.parse(value)).data ?? {}) : {};
  } catch {
    return {};
  }
}

/** An entry without a value is removed. */
export const metaFor = (order: ShippedOrder, tracked: readonly Item[], told: Ledger) => [
  ...(tracked.length > 0 || metaOf(order, trackingKey) !== undefined
    ? [{ key: trackingKey, value: tracked.length > 0 ? tracked : null }]
    : []),
  { key: ledgerKey, value: Object.keys(told).length > 0 ? JSON.stringify(told) : null },
];
