/** Totals of orders of WooCommerce, for every way in which a shop rounds taxes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsOf, divided, translated } from "#api/areas/shops/woocommerce/order-translation.ts";
import { order } from "#api/areas/shops/woocommerce/schema.ts";

const cents = (amount: number) => Math.round((amount + Number.EPSILON) * 100) / 100;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

interface Bought {
  /** Dollars ex tax for each piece, with up to four decimals. */
  price: number;
  quantity: number;
}

/** As WooCommerce calculates and stores an order: lines ex tax unrounded, the total rounded once. */
function wooOrder(
  lines: readonly Bought[],
  { shipping, fee, isPerLine }: { shipping: number; fee: number; isPerLine: boolean },
) {
  const charge = (total: number) => ({ total, total_tax: isPerLine ? cents(total / 10) : total / 10 });
  const [items, shippings, fees] = [
    lines.map(({ price, quantity }) => charge(price * quantity)),
    [charge(shipping)],
    [charge(fee)],
  ];
  const all = [...items, ...shippings, ...fees];
  const shown = ({ total, total_tax }: { total: number; total_tax: number }) => ({
    total: total.toFixed(6),
    total_tax: total_tax.toFixed(6),
  });
  return order.parse({
    id: 1,
    number: "1",
    status: "processing",
    currency: "AUD",
    date_created_gmt: "2027-02-01T10:00:00",
    line_items: items.map((each, index) => ({
      id: index + 1,
      name: "Lamp",
      sku: "L",
      quantity: lines[index]?.quantity,
      ...shown(each),
    })),
    shipping_lines: shippings.map(shown),
    fee_lines: fees.map(shown),
    total: cents(sum(all.map(({ total }) => total)) + cents(sum(all.map(({ total_tax }) => total_tax)))).toFixed(2),
  });
}

const bought = fc.record({
  price: fc.integer({ min: 500, max: 2_000_000 }).map((amount) => amount / 10_000),
  quantity: fc.integer({ min: 1, max: 12 }),
});
const inCents = (amount: number) => Math.round(amount * 100);

describe("an order of WooCommerce", () => {
  test("has lines, shipping and fees that add up to what the customer pays, to the cent", () => {
    fc.assert(
      fc.property(
        fc.array(bought, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 30_000 }).map((amount) => amount / 100),
        fc.integer({ min: 0, max: 5_000 }).map((amount) => amount / 100),
        fc.boolean(),
        (lines, shipping, fee, isPerLine) => {
          const woo = wooOrder(lines, { shipping, fee, isPerLine });
          const read = translated(woo, { hasHiddenGst: false, removedSkus: new Map() });
          const fees = centsOf(woo.fee_lines);
          expect(sum(read.lines.map(({ total }) => inCents(total))) + inCents(read.shipping) + fees).toBe(
            inCents(woo.total),
          );
          for (const [index, { total }] of read.lines.entries()) {
            const { price = 0, quantity = 0 } = lines[index] ?? {};
            expect(Math.abs(total - price * quantity * 1.1)).toBeLessThan(0.021);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

test("cents that are too many are taken from the lines that were rounded up most, and free lines stay free", () => {
  expect(divided(199, [100.4, 100.2, 0])).toEqual([100, 99, 0]);
  expect(divided(202, [100.4, 100.6, 0])).toEqual([101, 101, 0]);
  expect(divided(7, [0, 0, 5.4])).toEqual([0, 0, 7]);
});
