/** Orders as the shop stores them, and as it answers. */
import { gmt, type Json, local, type Meta, type Settings } from "./parts.ts";
import type { Products } from "./products.ts";

export interface Charge {
  id: number;
  /** Dollars ex tax, with all decimals that the shop has stored. */
  total: number;
  total_tax: number;
}

export interface StoredLine extends Charge {
  name: string;
  product_id: number;
  variation_id: number;
  quantity: number;
  meta_data: (Meta & { display_key: string; display_value: string })[];
}

export interface StoredRefund {
  id: number;
  reason: string;
  amount: number;
  line_items: (Charge & { quantity: number; meta_data: Meta[] })[];
  shipping_lines: Charge[];
  fee_lines: Charge[];
}

export interface StoredOrder {
  id: number;
  number: string;
  status: string;
  createdAt: Date;
  modifiedAt: Date;
  paidAt: Date | null;
  customer_note: string;
  billing: Record<string, string>;
  shipping: Record<string, string>;
  lines: StoredLine[];
  shippings: Charge[];
  fees: Charge[];
  /** Dollars inc tax that the shop charged, if they are not the sum of everything. */
  charged?: number;
  refunds: StoredRefund[];
  notes: { id: number; note: string; customer_note: boolean }[];
  meta_data: Meta[];
}

/** A customer's purchase. */
export interface Purchase {
  /** Of products or variations in the shop. */
  lines: { sku: string; quantity: number /** Dollars inc tax for all pieces. */; discount?: number }[];
  /** Dollars inc tax. */
  shipping?: number;
  fee?: number;
  status?: string;
  note?: string;
  customer?: Record<string, string>;
  address?: Record<string, string>;
  /** Instead of now. */
  at?: Date;
}

export interface Refunding {
  /** Dollars inc tax; the sum of lines and shipping unless given. */
  amount?: number;
  lines?: { index: number; quantity: number; total: number }[];
  shipping?: number;
  reason?: string;
}

export const cents = (amount: number) => Math.round(amount * 100) / 100;

/** As the shop answers. SKUs are those that the products have now. */
export function orderShown(
  order: StoredOrder,
  query: URLSearchParams,
  { settings, products }: { settings: Settings; products: Products },
): Json {
  const dp = places(query);
  const skuOf = ({ product_id, variation_id }: StoredLine) => products.all.get(variation_id || product_id)?.sku ?? null;
  const taxes = [...order.lines, ...order.shippings, ...order.fees].reduce((sum, { total_tax }) => sum + total_tax, 0);
  return {
    id: order.id,
    parent_id: 0,
    number: order.number,
    status: order.status,
    currency: settings.currency,
    prices_include_tax: settings.pricesIncludeTax,
    date_created: local(order.createdAt, settings),
    date_created_gmt: gmt(order.createdAt),
    date_modified: local(order.modifiedAt, settings),
    date_modified_gmt: gmt(order.modifiedAt),
    date_paid: order.paidAt && local(order.paidAt, settings),
    date_paid_gmt: order.paidAt && gmt(order.paidAt),
    total: totalOf(order).toFixed(2),
    total_tax: taxes.toFixed(dp),
    customer_note: order.customer_note,
    billing: order.billing,
    shipping: order.shipping,
    line_items: order.lines.map((line) => ({
      ...shownCharge(line, dp),
      sku: skuOf(line),
      price: line.total / line.quantity,
    })),
    shipping_lines: order.shippings.map((each) => shownCharge(each, dp)),
    fee_lines: order.fees.map((each) => shownCharge(each, dp)),
    coupon_lines: [],
    refunds: order.refunds.map(({ id, reason, amount }) => ({ id, reason, total: `-${amount.toFixed(dp)}` })),
    meta_data: order.meta_data,
  };
}

export const totalOf = ({ lines, shippings, fees, charged }: StoredOrder): number =>
  charged ?? cents([...lines, ...shippings, ...fees].reduce((sum, { total, total_tax }) => sum + total + total_tax, 0));

export const places = (query: URLSearchParams) => Number(query.get("dp") ?? 2);
const shownCharge = <T extends Charge>(charge: T, dp: number) => ({
  ...charge,
  total: charge.total.toFixed(dp),
  total_tax: charge.total_tax.toFixed(dp),
});
export const refundShown = (
  { amount, line_items, shipping_lines, fee_lines, ...refund }: StoredRefund,
  dp: number,
) => ({
  ...refund,
  amount: amount.toFixed(dp),
  line_items: line_items.map((each) => shownCharge(each, dp)),
  shipping_lines: shipping_lines.map((each) => shownCharge(each, dp)),
  fee_lines: fee_lines.map((each) => shownCharge(each, dp)),
});
