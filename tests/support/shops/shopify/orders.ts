/** Orders of the shop, and what customers and staff do with them. */
import { type Args, connection } from "./graphql.ts";
import { type Ids, locationId, type Settings, stamp, taxOf } from "./parts.ts";
import type { Products } from "./products.ts";

interface PurchasedLine {
  sku: string;
  /** That of the product if left out. */
  title?: string;
  quantity: number;
  /** Cents for each piece, with or without GST as the shop has its prices. That of the product if left out. */
  price?: number;
  /** Cents off the line, for each discount of the line or the order. */
  discounts?: number[];
  /** Goods without GST. */
  isGstFree?: boolean;
  /** Made for the customer, such as an engraving. */
  attributes?: { key: string; value: string }[];
  kind?: "goods" | "tip" | "giftCard";
  /** Where the shop keeps it; the primary location if left out. */
  location?: string;
}

export interface Purchase {
  lines: PurchasedLine[];
  /** Cents. */
  shipping?: number;
  shippingDiscount?: number;
  isPaid?: boolean;
  email?: string;
  phone?: string;
  note?: string;
  /** Null for goods that are not delivered. */
  address?: Record<string, string> | null;
}

export interface StoredLine extends PurchasedLine {
  id: string;
  title: string;
  price: number;
  tax: number;
}

export interface Refunding {
  /** Pieces that come back or are not wanted, and their cents. */
  lines?: { id: string; quantity: number; subtotal: number; tax?: number }[];
  shipping?: number;
  /** Cents that the customer gets less than that; negative for more. */
  less?: number;
  note?: string;
}

export interface StoredOrder {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  displayFinancialStatus: string;
  purchase: Purchase;
  taxesIncluded: boolean;
  lines: StoredLine[];
  shippingTax: number;
  refunds: StoredRefund[];
}

export interface StoredRefund {
  id: string;
  createdAt: string;
  refunding: Refunding;
}

export class Orders {
  readonly all = new Map<string, StoredOrder>();
  private number = 1_000;
  constructor(
    private readonly ids: Ids,
    private readonly settings: Settings,
    private readonly products: Products,
    /** Called after every change. */
    private readonly announce: (topic: "ORDERS_CREATE" | "ORDERS_UPDATED", order: StoredOrder) => void,
    /** Called with the goods of a new order, and of those that are taken off one. */
    private readonly fulfil: {
      open(order: StoredOrder): void;
      close(order: StoredOrder): void;
      reduce(order: StoredOrder, lineId: string, quantity: number): void;
    },
  ) {}

  /** A customer buys. Products of the shop must be for sale. */
  place(purchase: Purchase, moment = new Date()): StoredOrder {
    const lines = purchase.lines.map((line) => this.lineOf(line));
    this.number += 1;
    const shipping = (purchase.shipping ?? 0) - (purchase.shippingDiscount ?? 0);
    const order: StoredOrder = {
      id: this.ids.next("Order"),
      name: `#${this.number}`,
      createdAt: stamp(moment),
      updatedAt: stamp(moment),
      cancelledAt: null,
      displayFinancialStatus: purchase.isPaid === false ? "PENDING" : "PAID",
      purchase,
      taxesIncluded: this.settings.taxesIncluded,
      lines,
      refunds: [],
      shippingTax: taxOf(shipping, this.settings),
    };
    this.all.set(order.id, order);
    this.fulfil.open(order);
    this.announce("ORDERS_CREATE", order);
    return order;
  }

  private lineOf(line: PurchasedLine): StoredLine {
    const found = this.products.withSku(line.sku);
    if (found && !this.products.isVisible(found.product)) throw new Error(`${line.sku} is not for sale.`);
    const price = line.price ?? Math.round(Number(found?.variant.price ?? 0) * 100);
    const total = price * line.quantity - (line.discounts ?? []).reduce((sum, each) => sum + each, 0);
    const stock = found?.variant.stock.get(locationId) ?? 0;
    if (found?.variant.tracked) {
      if (stock < line.quantity) throw new Error(`There are not enough pieces of ${line.sku}.`);
      found.variant.stock.set(locationId, stock - line.quantity);
    }
    const isTaxed = !line.isGstFree && (line.kind ?? "goods") === "goods";
    const title = line.title ?? found?.product.title ?? line.sku;
    return { ...line, id: this.ids.next("LineItem"), title, price, tax: isTaxed ? taxOf(total, this.settings) : 0 };
  }

  /** Anything that staff do. */
  change(id: string, changes: Partial<StoredOrder> = {}, moment = new Date()): void {
    const order = this.all.get(id);
    if (!order) throw new Error(`There is no order ${id}.`);
    Object.assign(order, changes, { updatedAt: stamp(moment) });
    this.announce("ORDERS_UPDATED", order);
  }

  cancel(id: string): void {
    const order = this.all.get(id);
    if (order) this.fulfil.close(order);
    this.change(id, { cancelledAt: stamp() });
  }

  refund(id: string, refunding: Refunding): void {
    const order = this.all.get(id);
    if (!order) throw new Error(`There is no order ${id}.`);
    for (const line of refunding.lines ?? []) this.fulfil.reduce(order, line.id, line.quantity);
    const refund = { id: this.ids.next("Refund"), createdAt: stamp(), refunding };
    this.change(id, { refunds: [...order.refunds, refund], displayFinancialStatus: "PARTIALLY_REFUNDED" });
  }

  /** A page of those that were changed since a moment, by that moment. */
  changed(query: string, args: Args) {
    const since = /^updated_at:>='([^']+)'$/.exec(query)?.[1];
    if (since === undefined) throw new Error(`The test shop does not know the query ${query}.`);
    const found = [...this.all.values()].filter(
      ({ updatedAt }) => Date.parse(updatedAt) >= Math.floor(Date.parse(since) / 1_000) * 1_000,
    );
    const key = ({ updatedAt, id }: StoredOrder) => `${updatedAt} ${id}`;
    const sorted = found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    return connection(sorted, args, key);
  }
}
