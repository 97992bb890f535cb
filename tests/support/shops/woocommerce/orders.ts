/** Orders with their notes and refunds, and what customers and the shop's staff do with them. */

import {
  type Charge,
  cents,
  orderShown,
  type Purchase,
  places,
  type Refunding,
  refundShown,
  type StoredLine,
  type StoredOrder,
  type StoredRefund,
  totalOf,
} from "./order-records.ts";
import {
  type Answer,
  type Asked,
  checkFields,
  created,
  gmt,
  invalidId,
  type Json,
  type Keys,
  local,
  nowOf,
  ok,
  pageOf,
  type Settings,
  updateMeta,
  Wrong,
} from "./parts.ts";
import type { Products, StoredProduct } from "./products.ts";

const statuses = [
  "pending",
  "processing",
  "on-hold",
  "completed",
  "cancelled",
  "refunded",
  "failed",
  "checkout-draft",
  "packed",
];
const listOrders = ["date", "id", "include", "title", "slug", "modified"];
/** Keeps a result of floating-point numbers from showing as 9.090000000000002. */
const tidy = (amount: number) => Math.round(amount * 1e6) / 1e6;

const home = {
  first_name: "Mia",
  last_name: "Nguyen",
  company: "",
  address_1: "1 High Street",
  address_2: "",
  city: "Fremantle",
  state: "WA",
  postcode: "6160",
  country: "AU",
};

export class Orders {
  readonly all = new Map<number, StoredOrder>();
  /** The statuses of orders before they were moved to the trash. */
  private readonly discarded = new Map<number, string>();
  /** The emails to customers. */
  readonly emails: { order: number; about: "note" | "completed"; text: string }[] = [];

  constructor(
    readonly keys: Keys,
    readonly settings: Settings,
    readonly products: Products,
    /** Called after each change that webhooks tell about. */
    readonly changed: (topic: string, order: StoredOrder) => void,
  ) {}

  handle(asked: Asked): Answer | undefined {
    const { method, path, query, body } = asked;
    const [, root, id, sub, last] = path.split("/");
    if (root !== "orders") return undefined;
    if (id === undefined) return method === "GET" ? this.list(query) : undefined;
    const order = this.all.get(Number(id));
    if (!order) throw invalidId("shop_order", method === "GET" || sub ? 404 : 400);
    if (sub === "refunds")
      return method === "GET"
        ? pageOf(order.refunds.map((each) => refundShown(each, places(query))).reverse(), query)
        : undefined;
    if (sub === "notes") return this.notes(order, asked, last);
    if (method === "PUT") return ok(this.shown(this.update(order, body), query));
    return method === "GET" ? ok(this.shown(order, query)) : undefined;
  }

  private list(query: URLSearchParams): Answer {
    const by = query.get("orderby") ?? "date";
    if (!listOrders.includes(by))
      throw new Wrong(400, "rest_invalid_param", "Invalid parameter(s): orderby", {
        params: { orderby: "orderby is not one of the allowed values." },
      });
    const isGmt = query.get("dates_are_gmt") === "true";
    const excluded = (query.get("exclude") ?? "").split(",").map(Number);
    const after = this.momentOf(query.get("modified_after"));
    const shownMoment = (moment: Date) => (isGmt ? gmt(moment) : local(moment, this.settings));
    const isTrash = query.get("status") === "trash";
    const found = [...this.all.values()].filter(
      ({ id, status, modifiedAt }) =>
        (status === "trash") === isTrash &&
        !excluded.includes(id) &&
        (after === undefined || shownMoment(modifiedAt) > after),
    );
    const moment = (order: StoredOrder) => (by === "modified" ? order.modifiedAt : order.createdAt).setMilliseconds(0);
    found.sort((a, b) => moment(a) - moment(b) || a.id - b.id);
    if (query.get("order") !== "asc") found.reverse();
    const page = pageOf(found, query);
    return { ...page, body: (page.body as StoredOrder[]).map((order) => this.shown(order, query)) };
  }

  /** WordPress converts moments with a zone to the site's own time, even if they are compared with UTC. */
  private momentOf(text: string | null): string | undefined {
    if (text === null) return undefined;
    return /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? local(new Date(text), this.settings) : text;
  }

  private update(order: StoredOrder, body: Json): StoredOrder {
    checkFields(body, { status: "string", meta_data: "array" }, { status: statuses });
    updateMeta(order.meta_data, body.meta_data, this.keys);
    if (typeof body.status === "string") this.setStatus(order, body.status);
    this.touch(order);
    return order;
  }

  private setStatus(order: StoredOrder, status: string): void {
    if (order.status === status) return;
    if (status === "completed")
      this.emails.push({ order: order.id, about: "completed", text: "Your order is complete." });
    if (["processing", "completed"].includes(status)) order.paidAt ??= nowOf(this.settings);
    order.status = status;
  }

  private notes(order: StoredOrder, { method, query, body }: Asked, id: string | undefined): Answer | undefined {
    if (method === "GET" && !id)
      return ok([...order.notes].reverse().filter((each) => query.get("type") !== "customer" || each.customer_note));
    if (method === "POST" && !id) {
      if (!body.note) throw new Wrong(400, "rest_missing_callback_param", "Missing parameter(s): note");
      checkFields(body, { note: "string", customer_note: "boolean" });
      const note = { id: this.keys.next(), note: String(body.note), customer_note: body.customer_note === true };
      order.notes.push(note);
      if (note.customer_note) this.emails.push({ order: order.id, about: "note", text: note.note });
      return created(note);
    }
    const index = order.notes.findIndex((each) => each.id === Number(id));
    if (method !== "DELETE") return undefined;
    if (index < 0) throw new Wrong(404, "woocommerce_rest_invalid_id", "Invalid resource ID.");
    if (query.get("force") !== "true")
      throw new Wrong(501, "woocommerce_rest_trash_not_supported", "Webhooks do not support trashing.");
    return ok(order.notes.splice(index, 1)[0]);
  }

  private touch(order: StoredOrder, at = nowOf(this.settings)): void {
    order.modifiedAt = at;
    this.changed("order.updated", order);
  }

  /** A customer buys something. */
  place(purchase: Purchase): StoredOrder {
    const id = this.keys.next();
    const at = purchase.at ?? nowOf(this.settings);
    const status = purchase.status ?? "processing";
    const order: StoredOrder = {
      id,
      number: String(id),
      status,
      createdAt: at,
      modifiedAt: at,
      paidAt: status === "processing" || status === "completed" ? at : null,
      customer_note: purchase.note ?? "",
      billing: { ...home, email: "mia@example.com", phone: "0400 000 000", ...purchase.customer },
      shipping: { ...home, phone: "", ...purchase.address },
      lines: purchase.lines.map((line) => this.lineFor(line)),
      shippings: purchase.shipping === undefined ? [] : [{ id: this.keys.next(), ...this.charged(purchase.shipping) }],
      fees: purchase.fee === undefined ? [] : [{ id: this.keys.next(), ...this.charged(purchase.fee) }],
      refunds: [],
      notes: [],
      meta_data: [],
    };
    this.all.set(id, order);
    this.changed("order.created", order);
    return order;
  }

  private lineFor({ sku, quantity, discount = 0 }: Purchase["lines"][number]): StoredLine {
    const product = [...this.products.all.values()].find((each) => each.sku === sku);
    if (!product) throw new Error(`the shop has no product ${sku}`);
    const parent = this.products.all.get(product.parent_id);
    if (product.manage_stock) product.stock_quantity = Number(product.stock_quantity) - quantity;
    return {
      id: this.keys.next(),
      name: nameOf(product, parent),
      product_id: parent?.id ?? product.id,
      variation_id: parent ? product.id : 0,
      quantity,
      ...this.charged(this.incTax(Number(product.sale_price || product.regular_price)) * quantity - discount),
      meta_data: [
        ...(parent ? product.attributes : []).map(({ name, option }) => ({
          id: this.keys.next(),
          key: String(name).toLowerCase(),
          value: option,
          display_key: String(name),
          display_value: String(option),
        })),
        { id: this.keys.next(), key: "_reduced_stock", value: "1", display_key: "_reduced_stock", display_value: "1" },
      ],
    };
  }

  private incTax = (entered: number) =>
    this.settings.calculatesTaxes && !this.settings.pricesIncludeTax ? cents(entered * 1.1) : entered;

  /** Taxes are rounded for each line, as the shop does unless it is told otherwise. */
  private charged(incTax: number): Omit<Charge, "id"> {
    const tax = this.settings.calculatesTaxes ? cents(incTax / 11) : 0;
    return { total: tidy(incTax - tax), total_tax: tax };
  }

  /** The shop's staff changes an order, or its customer pays it. */
  change(id: number, traits: Partial<StoredOrder>, at = nowOf(this.settings)): void {
    const order = this.all.get(id) as StoredOrder;
    if (traits.status) this.setStatus(order, traits.status);
    Object.assign(order, traits);
    this.touch(order, at);
  }

  /** Into the trash, which the shop announces as a deletion with the key alone, or out of it again. */
  discard(id: number): void {
    const order = this.all.get(id) as StoredOrder;
    this.discarded.set(id, order.status);
    Object.assign(order, { status: "trash", modifiedAt: nowOf(this.settings) });
    this.changed("order.deleted", order);
  }
  restore(id: number): void {
    const order = this.all.get(id) as StoredOrder;
    Object.assign(order, { status: this.discarded.get(id), modifiedAt: nowOf(this.settings) });
    this.changed("order.restored", order);
  }

  /** Negative, as the shop stores refunds. An order that is refunded as a whole gets this status. */
  refund(id: number, { lines = [], shipping = 0, reason = "", amount }: Refunding): StoredRefund {
    const order = this.all.get(id) as StoredOrder;
    const negative = (incTax: number) => {
      const { total, total_tax } = this.charged(incTax);
      return { id: this.keys.next(), total: -total, total_tax: -total_tax };
    };
    const named = lines.reduce((sum, line) => sum + line.total, shipping);
    const refund: StoredRefund = {
      id: this.keys.next(),
      reason,
      amount: amount ?? tidy(named),
      line_items: lines.map(({ index, quantity, total }) => ({
        ...negative(total),
        quantity: -quantity,
        meta_data: [{ id: this.keys.next(), key: "_refunded_item_id", value: String(order.lines[index]?.id) }],
      })),
      shipping_lines: shipping > 0 ? [negative(shipping)] : [],
      fee_lines: [],
    };
    order.refunds.push(refund);
    const refunded = order.refunds.reduce((sum, each) => sum + each.amount, 0);
    if (cents(refunded) >= cents(totalOf(order))) this.setStatus(order, "refunded");
    this.touch(order);
    return refund;
  }

  shown = (order: StoredOrder, query: URLSearchParams): Json => orderShown(order, query, this);
}

const nameOf = (product: StoredProduct, parent: StoredProduct | undefined) =>
  parent ? `${parent.name} - ${product.attributes.map(({ option }) => option).join(", ")}` : product.name;
