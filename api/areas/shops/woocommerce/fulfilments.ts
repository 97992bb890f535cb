/**
 * Tells customers about shipments. WooCommerce has no place for tracking, so that it is told in two ways: a note to the
 * customer, which is sent as an email and shown with the order, and the meta data of the extension "Shipment Tracking",
 * which many others read as well.
 */
import { createHash } from "node:crypto";
import { type Shop, ShopRefusal, type ShopShipment } from "../shop.ts";
import type { Rest } from "./rest.ts";
import { isMissing } from "./rest.ts";
import { anything, note, type ShippedOrder, shippedOrder } from "./schema.ts";
import { decoded } from "./text.ts";
import {
  type Ledger,
  ledgerOf,
  metaFor,
  trackingItemFor,
  trackingItemsOf,
  withItem,
  withoutItem,
} from "./tracking-meta.ts";

const fields = "id,status,line_items,meta_data";

export function fulfilmentsOf(rest: Rest): Pick<Shop, "fulfil" | "cancelFulfilment"> {
  const orderOf = (id: string) => rest.find(`/orders/${encodeURIComponent(id)}`, shippedOrder, { _fields: fields });
  const removeNote = async (orderId: string, noteId: string) => {
    try {
      await rest.send("DELETE", `/orders/${orderId}/notes/${noteId}`, anything, { query: { force: true } });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };
  const save = (orderId: string, body: object) =>
    rest.send("PUT", `/orders/${orderId}`, anything, { body, query: { _fields: "id" } });

  return {
    async fulfil(shipment) {
      const order = await orderOf(shipment.orderId);
      if (!order) throw new ShopRefusal("The order is no longer in the shop.");
      const id = shipment.fulfilmentId ?? keyOf(shipment);
      const ledger = ledgerOf(order);
      const text = textFor(shipment, order);
      const before = ledger[id];
      const noteId = before?.text === text ? before.note : await findOrCreateNote(rest, order, ledger, text);
      if (before && before.note !== noteId) await removeNote(order.id, before.note);
      const completes = shipment.isLast && isOpen(order);
      const told: Ledger = {
        ...ledger,
        [id]: { note: noteId, text, completes: completes || (before?.completes ?? false) },
      };
      const items = withItem(trackingItemsOf(order), id, trackingItemFor(shipment, id));
      await save(order.id, { meta_data: metaFor(order, items, told), ...(completes && { status: "completed" }) });
      return id;
    },

    async cancelFulfilment({ orderId, fulfilmentId }) {
      const order = await orderOf(orderId);
      const { [fulfilmentId]: own, ...others } = order ? ledgerOf(order) : {};
      if (!order || !own) return;
      await removeNote(order.id, own.note);
      // Something has still to be sent. An order that the shop's staff has completed stays that.
      const reopens =
        order.status === "completed" && [own, ...Object.values(others)].some(({ completes }) => completes);
      await save(order.id, {
        meta_data: metaFor(order, withoutItem(trackingItemsOf(order), fulfilmentId), others),
        ...(reopens && { status: "processing" }),
      });
    },
  };
}

/** The same for a repetition, so that a shipment is found after a lost answer. */
function keyOf({ id, orderId, lines, courier, trackingNumber, trackingUrl }: ShopShipment): string {
  const told = id ?? [
    [...lines].sort((a, b) => a.lineId.localeCompare(b.lineId)),
    courier,
    trackingNumber,
    trackingUrl,
  ];
  return createHash("md5")
    .update(JSON.stringify([orderId, told]))
    .digest("hex");
}

/** Statuses of plug-ins count as well. An order that waits for its payment, or is over, stays that. */
const isOpen = ({ status }: ShippedOrder): boolean =>
  !["pending", "on-hold", "failed", "cancelled", "refunded", "completed", "trash"].includes(status);

const mostNames = 5;

/** Returns the text of the note to the customer. */
function textFor({ courier, trackingNumber, trackingUrl, lines }: ShopShipment, order: ShippedOrder): string {
  const parts = lines.flatMap(({ lineId, quantity }) => {
    const name = order.line_items.find(({ id }) => id === lineId)?.name;
    return name ? [`${quantity} × ${decoded(name)}`] : [];
  });
  const more = parts.length > mostNames ? [`${parts.length - mostNames} more`] : [];
  return [
    `A parcel is on its way to you${courier ? ` with ${courier}` : ""}.`,
    trackingNumber && `Tracking number: ${trackingNumber}.`,
    trackingUrl && `Track it at ${trackingUrl}`,
    parts.length > 0 && `It contains ${[...parts.slice(0, mostNames), ...more].join(", ")}.`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Returns the key of a note with this text that no other shipment has: of a lost answer, or a new one. */
async function findOrCreateNote(rest: Rest, order: ShippedOrder, ledger: Ledger, text: string): Promise<string> {
  const notes = await rest.get(`/orders/${order.id}/notes`, note.array(), { type: "customer", _fields: "id,note" });
  const claimed = Object.values(ledger).map((told) => told.note);
  const found = notes.find((each) => !claimed.includes(each.id) && comparable(each.note) === comparable(text));
  if (found) return found.id;
  const body = { note: text, customer_note: true };
  return (await rest.send("POST", `/orders/${order.id}/notes`, note, { body })).id;
}

/** WordPress may store other spaces, and references instead of characters. */
const comparable = (text: string) => decoded(text).replace(/\s+/g, " ").trim();
