import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOf, isSameContent, orderToPlace, partsOf } from "#api/areas/shops/order-to-place.ts";
import type { ShopOrder } from "#api/areas/shops/shop.ts";
import { lineTotal } from "#contract/orders/placing.ts";
import { add } from "#contract/rules/money.ts";

const line = {
  id: "1",
  sku: "TRAY-1",
  marketplaceSku: "",
  name: "Linen tray",
  quantity: 3,
  total: 20,
  gst: 1.82,
  options: [],
};
const order: ShopOrder = {
  id: "7001",
  number: "#1001",
  orderedAt: "2027-02-01T10:00:00Z",
  changedAt: "2027-02-01T10:00:00Z",
  state: "paid",
  currency: "AUD",
  customer: { firstName: "Mia", surname: "Nguyen", email: "mia@example.com", phone: "0400 000 000", company: "" },
  address: {
    streetAddress: "1 High Street",
    streetAddress2: "",
    city: "Fremantle",
    state: "WA",
    postCode: "6160",
    countryCode: "AU",
  },
  notes: "",
  lines: [line],
  shipping: 9.95,
  total: 29.95,
  refunds: [],
};
const placed = (traits: Partial<ShopOrder>) => orderToPlace(3, { ...order, ...traits }, 0.1);

describe("the parts of a line", () => {
  test("have prices a cent apart, and add up to its pieces and its total", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 100_000_000 }), (quantity, cents) => {
        const parts = partsOf({ quantity, total: cents / 100 });
        expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity);
        expect(parts.reduce((sum, part) => sum + part.quantity * part.cents, 0)).toBe(cents);
        expect(parts.length).toBeLessThanOrEqual(2);
      }),
    );
  });

  test("are one where the total is a multiple of the quantity", () => {
    expect(partsOf({ quantity: 3, total: 29.85 })).toEqual([{ quantity: 3, cents: 995 }]);
  });
});

describe("an order of a shop", () => {
  test("is placed with the same sums, and each part knows its line", () => {
    const { input, lineIds } = placed({});
    expect(input).toMatchObject({ MarketplaceOrderId: "#1001", TotalIncTax: 29.95, ShippingIncTax: 9.95 });
    expect(input.Lines.map((each) => [each.Sku, each.Quantity, each.PriceExTax, each.PriceTax])).toEqual([
      ["TRAY-1", 1, 6.05, 0.61],
      ["TRAY-1", 2, 6.06, 0.61],
    ]);
    expect(add(...input.Lines.map(lineTotal))).toBe(20);
    expect(lineIds).toEqual(["1", "1"]);
  });

  test("keeps goods without GST as they are", () => {
    const { input } = placed({ lines: [{ ...line, total: 21, gst: 0 }], total: 30.95 });
    expect(input.Lines[0]).toMatchObject({ PriceExTax: 7, PriceTax: 0, PriceIncTax: null });
  });

  test("leaves the GST to the class of the product where the shop calculates no taxes", () => {
    const { input } = placed({ lines: [{ ...line, total: 21, gst: null }], total: 30.95 });
    expect(input.Lines[0]).toMatchObject({ PriceExTax: null, PriceTax: null, PriceIncTax: 7 });
  });

  test.each<[string, Partial<ShopOrder>, RegExp]>([
    ["without an address", { address: null }, /no delivery address/],
    ["in another currency", { currency: "USD" }, /Australian dollars/],
    ["whose sums do not tie", { total: 30 }, /The total is 30\.00, but the lines and shipping add up to 29\.95/],
    ["without lines", { lines: [] }, /at least one line/],
    [
      "with more than 1,000 lines",
      { lines: Array.from({ length: 1_001 }, () => ({ ...line, total: 21 })) },
      /1,000 lines/,
    ],
    ["with a number that is too long", { number: "9".repeat(51) }, /MarketplaceOrderId/],
  ])("%s is refused with its reason", (_, traits, reason) => {
    expect(() => placed(traits)).toThrow(reason);
  });

  test("of a customer without a name or with an odd address for emails is taken all the same", () => {
    const customer = { firstName: "", surname: "", email: "not an address", phone: "1".repeat(60), company: "Acme" };
    expect(placed({ customer }).input).toMatchObject({
      CustomerFirstName: "Acme",
      CustomerSurname: "–",
      CustomerEmail: "",
      CustomerPhoneNumber: "1".repeat(25),
    });
  });
});

describe("the content of an order", () => {
  const taken = contentOf(order);

  test("differs with another shipping or another line, and not with cents of rounding", () => {
    expect(isSameContent(contentOf({ ...order, lines: [{ ...line, total: 20.01 }] }), taken)).toBe(true);
    expect(isSameContent(contentOf({ ...order, shipping: 7 }), taken)).toBe(false);
    expect(isSameContent(contentOf({ ...order, lines: [{ ...line, quantity: 2 }] }), taken)).toBe(false);
  });

  test("is compared without the shipping where an earlier version has not noted it", () => {
    const earlier = '[["1",3,20]]';
    expect(isSameContent(contentOf({ ...order, shipping: 7 }), earlier)).toBe(true);
    expect(isSameContent(contentOf({ ...order, lines: [{ ...line, total: 18 }] }), earlier)).toBe(false);
  });
});
