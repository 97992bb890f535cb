/**
 * Shops with a programming interface of their own, such as WooCommerce. Implement `ShopKind` to add another one: what
 * it reads and writes is translated there, and everything else is the same for all shops.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Channel } from "../channels/channel.ts";
import type { ShopClient } from "./shop-client.ts";

/** How to reach a shop. */
export interface ShopConnection {
  /** Without a slash at the end. */
  url: string;
  /**
   * The public part of the credentials from the shop: for WooCommerce the consumer key, for Shopify unused and empty.
   */
  key: string;
  /** For WooCommerce the consumer secret, for Shopify the access token of the Admin API. */
  secret: string;
  /**
   * The secret with which the shop signs its webhooks: for WooCommerce ours, for Shopify the client secret of the app.
   */
  webhookSecret: string;
}

/** An order of a shop, as it is now. */
export interface ShopOrder {
  /** The shop's own key, under which the order is read again. */
  id: string;
  /** As the customer knows it. */
  number: string;
  /** UTC, in ISO 8601. */
  orderedAt: string;
  /** UTC, in ISO 8601: moment of the last change. */
  changedAt: string;
  /** `unpaid` orders may be paid later; nothing is sent for them, nor for `cancelled` ones. */
  state: "unpaid" | "paid" | "cancelled";
  /** ISO 4217. */
  currency: string;
  customer: { firstName: string; surname: string; email: string; phone: string; company: string };
  /** Null if nothing has to be sent, because the shop has no address. */
  address: ShopAddress | null;
  /** The customer's notes. */
  notes: string;
  lines: ShopLine[];
  /** Dollars inc GST. */
  shipping: number;
  /** Dollars inc GST that the customer pays for lines and shipping. */
  total: number;
  /** Why it cannot be taken, because what the customer pays is not the sum of its parts; empty or left out if it is. */
  sumProblem?: string;
  refunds: ShopRefund[];
}

/** An order that cannot be read, which keeps no other one from being read. */
export interface UnreadableOrder extends Pick<ShopOrder, "id" | "number" | "changedAt"> {
  /** Why; for operators. */
  unreadable: string;
}

export interface ShopAddress {
  streetAddress: string;
  streetAddress2: string;
  city: string;
  /** The shop's code or name of the state. */
  state: string;
  postCode: string;
  /** ISO 3166, two letters. */
  countryCode: string;
}

export interface ShopLine {
  /** The shop's own key of the line. */
  id: string;
  sku: string;
  /** The id that `publish` returned for the product; empty if it is unknown. Tells products with the same SKU apart. */
  marketplaceSku: string;
  name: string;
  quantity: number;
  /** Dollars inc GST for all pieces, less the line's discounts, in whole cents. */
  total: number;
  /** Dollars of GST within `total`; null if the shop calculates no taxes, so that its prices include GST unsaid. */
  gst: number | null;
  options: { name: string; value: string }[];
}

export interface ShopRefund {
  id: string;
  reason: string;
  lines: {
    /** The line's own key, see `ShopLine`. */
    lineId: string;
    /** Pieces that the customer does not get, or has sent back; 0 if money alone is given back. */
    quantity: number;
    /** Dollars inc GST. */
    total: number;
  }[];
  /** Dollars inc GST. */
  shipping: number;
}

/** A shipment that a shop is told about. */
export interface ShopShipment {
  /** This system's own key: tells a repetition from another shipment of the same lines. */
  id: number;
  /** The shop's own keys of the order, and of the lines with the number of pieces in the shipment. */
  orderId: string;
  lines: { lineId: string; quantity: number }[];
  /** The shop's id of the shipment, if it was sent there before. */
  fulfilmentId: string | undefined;
  /** Null until they are known. */
  courier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  /** With this shipment everything that was bought has been sent. */
  isLast: boolean;
}

/** The keys of a shop for what it was sent earlier, such as products. Stored at once, whatever happens afterwards. */
export interface ShopKeys {
  /** @param kind such as `product` @param ownId the id in this system */
  get(kind: string, ownId: string | number): Promise<string | undefined>;
  set(kind: string, ownId: string | number, shopId: string): Promise<void>;
  /** Stores the key unless there is one. Returns the one that is there afterwards. */
  claim(kind: string, ownId: string | number, shopId: string): Promise<string>;
  remove(kind: string, ownId: string | number): Promise<void>;
}

/**
 * An open shop. Every method may be called again with the same input, because an answer can be lost, and must then
 * lead to the same state of the shop.
 * @throws ShopRefusal if the shop refuses and would do so again
 * @throws ShopUnavailable if it is worth trying later
 */
export interface Shop extends Channel {
  /** Returns the name by which the shop calls itself, and whether it has stopped calling by itself. */
  test(): Promise<{ name: string; currency: string; hasStopped: boolean }>;
  /**
   * Has the shop call the address when an order is made or changed, unless it does already.
   * @returns whether it had been asked to before, and has stopped by itself, as shops do after failed calls; and if it
   * says so, how many milliseconds the clock by which it dates its orders is ahead
   */
  subscribe(address: string): Promise<{ hadStopped: boolean; aheadMs?: number }>;
  /** Returns the orders that were changed at that moment or later, in pages, those that were changed first first. */
  ordersChangedSince(moment: Date): AsyncIterable<(ShopOrder | UnreadableOrder)[]>;
  /** Returns an order as it is now; undefined if there is none. */
  order(id: string): Promise<ShopOrder | UnreadableOrder | undefined>;
  /** Tells about a shipment, or changes the tracking of one that was told before. Returns the shop's key for it. */
  fulfil(shipment: ShopShipment): Promise<string>;
  /** Takes back a shipment that was told before. */
  cancelFulfilment(shipment: ShopShipment & { fulfilmentId: string }): Promise<void>;
}

/** The subject of a shop's webhook: an order; nothing of interest; or it is not signed by the shop. */
export type ShopCall = { orderId: string } | "other" | "not signed";

export interface ShopKind {
  /** The version of a real shop with which it was proven (`docs/proven.md`); null if it was only tried with a stand-in. */
  provenWith: string | null;
  open(connection: ShopConnection, client: ShopClient, keys: ShopKeys): Shop;
  /**
   * Reads a webhook. Only the order's key is taken from it: the order is read from the shop afterwards, so that the
   * sequence and repetition of webhooks do not matter.
   * @param body as it arrived
   */
  readWebhook(connection: ShopConnection, headers: IncomingHttpHeaders, body: Buffer): ShopCall;
}

/** The shop refuses. The message is for operators. */
export class ShopRefusal extends Error {}

/** The shop does not answer, or not now. The message is for operators. */
export class ShopUnavailable extends Error {}

/** It answers with something else than data, as while it is maintained. */
export class NoData extends ShopUnavailable {}
