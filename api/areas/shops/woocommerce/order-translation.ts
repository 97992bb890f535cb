/** Translates an order. WooCommerce's totals of lines are ex tax and after discounts, whatever way prices are entered. */
import type { ShopAddress, ShopLine, ShopOrder } from "../shop.ts";
import type { Address, WooOrder } from "./schema.ts";
import { decoded } from "./text.ts";

/** Amounts are counted in these, because WooCommerce may store more decimals than it shows. */
const perDollar = 1_000_000;
const perCent = perDollar / 100;
/** The decimals that amounts are asked for. */
export const decimals = 6;

interface Charge {
  total: number;
  total_tax: number;
}

/** Inc GST, in millionths of a dollar. */
const exact = ({ total, total_tax }: Charge): number =>
  Math.round(total * perDollar) + Math.round(total_tax * perDollar);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
/** In whole cents inc GST. */
export const centsOf = (charges: readonly Charge[]): number => Math.round(sum(charges.map(exact)) / perCent);
export const dollars = (cents: number): number => cents / 100;

/**
 * Divides cents as close to the shares as possible, so that the parts add up to it: those with the largest remainders
 * get the cents that are left, and those with the smallest give the cents that are too many. What costs nothing stays
 * free.
 * @param shares in any unit
 */
export function divided(cents: number, shares: readonly number[], perShare = 1): number[] {
  const parts = shares.map((share) => Math.floor(share / perShare));
  const byRemainder = shares
    .map((share, index) => ({ index, share, remainder: share / perShare - (parts[index] ?? 0) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.remainder - a.remainder);
  let left = cents - sum(parts);
  const step = Math.sign(left);
  if (step < 0) byRemainder.reverse();
  while (left !== 0 && byRemainder.some(({ index }) => step > 0 || (parts[index] ?? 0) > 0))
    for (const { index } of byRemainder) {
      if (left === 0) break;
      if (step < 0 && parts[index] === 0) continue;
      parts[index] = (parts[index] ?? 0) + step;
      left -= step;
    }
  return parts;
}

/** An order for which the shop has calculated no taxes at all. */
export const isWithoutTax = ({ line_items, shipping_lines }: WooOrder): boolean =>
  [...line_items, ...shipping_lines].every(({ total_tax }) => total_tax === 0);

interface Known {
  /** The shop calculates no taxes: its prices include GST all the same. */
  hasHiddenGst: boolean;
  /** SKUs of variations that are not there any more, by their keys in the shop. */
  removedSkus: ReadonlyMap<string, string>;
}

/**
 * Cents inc GST of lines and shipping: what the customer pays, less the fees, which are the shop's own. Depending on its
 * settings a shop rounds the tax of each line or that of all, and stores lines ex tax with up to eight decimals, so that
 * the lines do not add up to what it charged.
 * @returns the sum of lines and shipping and a problem if they differ by more than such rounding, as with a gift card
 *   that pays a part
 */
function chargedCents(order: WooOrder): { cents: number; problem: string } {
  const { line_items: items, shipping_lines: shippings, fee_lines: fees } = order;
  const total = Math.round(order.total * 100);
  const charged = total - centsOf(fees);
  const added = centsOf([...items, ...shippings]);
  // Half a cent for each charge and for the tax of each, and for the total.
  const mostRounding = items.length + shippings.length + fees.length + 1;
  if (Math.abs(charged - added) > mostRounding)
    return {
      cents: added,
      problem: `Its lines, shipping and fees add up to ${money(added + centsOf(fees))}, but its total is ${money(total)}. Please enter it by hand.`,
    };
  // Without a line and a shipment that cost something nothing can take the difference.
  return { cents: added === 0 ? 0 : charged, problem: "" };
}

const money = (cents: number) => `$${dollars(cents).toFixed(2)}`;

/** Lines and shipping add up to `total` to the cent. Refunds are read separately. */
export function translated(order: WooOrder, { hasHiddenGst, removedSkus }: Known): Omit<ShopOrder, "refunds"> {
  const { billing, line_items: items, shipping_lines: shippings } = order;
  const { cents: total, problem: sumProblem } = chargedCents(order);
  const hasLines = centsOf(items) > 0;
  // Lines take the cents of rounding; shipping does where no line costs anything.
  const shippingTotal = hasLines ? centsOf(shippings) : total;
  const lineTotals = divided(total - shippingTotal, items.map(exact), perCent);
  const address = addressOf(order);
  const recipient = address?.from ?? billing;
  return {
    id: order.id,
    number: order.number,
    orderedAt: utc(order.date_created_gmt),
    changedAt: utc(order.date_modified_gmt ?? order.date_created_gmt),
    state: stateOf(order),
    currency: order.currency,
    customer: {
      firstName: recipient.first_name || billing.first_name,
      surname: recipient.last_name || billing.last_name,
      email: billing.email,
      phone: recipient.phone || billing.phone,
      company: recipient.company,
    },
    address: address?.to ?? null,
    notes: decoded(order.customer_note),
    lines: items.map((item, index): ShopLine => {
      const cents = lineTotals[index] ?? 0;
      return {
        id: item.id,
        sku: item.sku || (item.variation_id && removedSkus.get(item.variation_id)) || "",
        marketplaceSku: String(item.product_id || ""),
        name: decoded(item.name),
        quantity: item.quantity,
        total: dollars(cents),
        gst: hasHiddenGst ? null : dollars(Math.round(item.total_tax * 100)),
        options: item.meta_data
          // The others are for the shop's own use.
          .filter(({ key, display_value }) => !key.startsWith("_") && display_value !== "")
          .map(({ key, display_key, display_value }) => ({
            name: decoded(display_key || key),
            value: decoded(display_value),
          })),
      };
    }),
    shipping: dollars(shippingTotal),
    total: dollars(total),
    sumProblem,
  };
}

/** WooCommerce leaves the zone out. */
const utc = (moment: string) => (/(?:Z|[+-]\d\d:?\d\d)$/.test(moment) ? moment : `${moment}Z`);

const paid: readonly string[] = ["processing", "completed", "refunded"];
const cancelled: readonly string[] = ["cancelled", "trash"];
const unpaid: readonly string[] = ["pending", "on-hold", "failed"];

/** Statuses of plug-ins, such as "packed", are those of paid orders if the order has been paid. */
function stateOf({ status, date_paid_gmt }: WooOrder): ShopOrder["state"] {
  if (cancelled.includes(status)) return "cancelled";
  if (paid.includes(status)) return "paid";
  return date_paid_gmt && !unpaid.includes(status) ? "paid" : "unpaid";
}

/** A cart whose customer has begun to pay, or a draft of the shop's staff. */
export const isDraft = ({ status }: Pick<WooOrder, "status">): boolean =>
  status === "checkout-draft" || status === "auto-draft" || status === "draft";

const hasAddress = ({ address_1, city, postcode }: Address) => `${address_1}${city}${postcode}` !== "";

/** The billing address counts for goods that are sent if there is no other, as the shop's staff may leave it out. */
function addressOf({ shipping, billing, shipping_lines }: WooOrder): { from: Address; to: ShopAddress } | undefined {
  const from = [shipping, ...(shipping_lines.length > 0 ? [billing] : [])].find(hasAddress);
  return (
    from && {
      from,
      to: {
        streetAddress: from.address_1,
        streetAddress2: from.address_2,
        city: from.city,
        state: from.state,
        postCode: from.postcode,
        countryCode: from.country,
      },
    }
  );
}
