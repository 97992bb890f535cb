import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountsFor, commissionFor, type LineFigures } from "#contract/rules/adjustment.ts";
import {
  type CommissionConditions,
  type CommissionTerms,
  commissionBy,
  conditionTexts,
  covers,
  type Sale,
  termsText,
  unmet,
} from "#contract/rules/commission.ts";
import { add, taxPair } from "#contract/rules/money.ts";
import { incTax, type Pair, purchaseOf } from "#contract/rules/order-line.ts";

const gst = 0.1;
const terms = (some: Partial<CommissionTerms> = {}): CommissionTerms => ({
  ...{ rate: 0.1, fixedAmount: 0, fixedPer: "line", minimum: null, maximum: null, onShipping: false },
  ...some,
});
const line = { quantity: 2, goods: 110, shipping: 11 };

describe("the commission by a rule", () => {
  test.each<[string, Partial<CommissionTerms>, Pair]>([
    ["of the goods, like that of an agreement", {}, { exTax: 10, tax: 1 }],
    ["also of the shipping", { onShipping: true }, { exTax: 11, tax: 1.1 }],
    ["with a fixed amount for the line item", { fixedAmount: 0.55 }, { exTax: 10.55, tax: 1.06 }],
    ["with a fixed amount for each piece", { fixedAmount: 0.55, fixedPer: "piece" }, { exTax: 11.1, tax: 1.11 }],
    ["of at least the minimum", { minimum: 25 }, { exTax: 25, tax: 2.5 }],
    ["of at most the maximum", { fixedAmount: 5, maximum: 12.5 }, { exTax: 12.5, tax: 1.25 }],
    ["of nothing at 0 %", { rate: 0 }, { exTax: 0, tax: 0 }],
  ])("is %s", (_, some, commission) => {
    expect(commissionBy(terms(some), line, gst)).toEqual(commission);
  });

  test("is nothing for a line item without a price, whatever the minimum", () => {
    expect(commissionBy(terms({ minimum: 5 }), { ...line, goods: 0 }, gst)).toEqual({ exTax: 0, tax: 0 });
  });

  test("is that of an agreement with the same rate, to the cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 99_999 }),
        rates,
        (quantity, cents, rate) => {
          const price = taxPair(cents / 100, gst);
          const entry = purchaseOf({ quantity, price, shipping: taxPair(0, gst), commissionRate: rate }, gst);
          const charged = { quantity, goods: incTax(entry.purchase), shipping: 0 };
          expect(commissionBy(terms({ rate }), charged, gst)).toEqual(entry.commission);
        },
      ),
    );
  });
});

const rates = fc.integer({ min: 0, max: 10_000 }).map((rate) => rate / 10_000);
const dollars = (max: number) => fc.integer({ min: 0, max }).map((cents) => cents / 100);

const anyTerms = fc
  .record({
    rate: rates,
    fixedAmount: dollars(500),
    fixedPer: fc.constantFrom("line" as const, "piece" as const),
    minimum: fc.option(dollars(1_000)),
    over: fc.option(dollars(5_000)),
    onShipping: fc.boolean(),
  })
  .map(
    ({ over, ...rest }): CommissionTerms => ({
      ...rest,
      maximum: over === null ? null : add(rest.minimum ?? 0, over),
    }),
  );

/** A line item whose amounts are taken back step by step. */
class Line {
  readonly #figures: LineFigures;

  constructor(
    rule: CommissionTerms,
    { quantity, price, shipping }: { quantity: number; price: number; shipping: number },
  ) {
    const entry = purchaseOf(
      { quantity, price: taxPair(price, gst), shipping: taxPair(shipping, gst), commissionRate: rule.rate },
      gst,
    );
    const goods = incTax(entry.purchase);
    const charged = incTax(commissionBy(rule, { quantity, goods, shipping }, gst));
    const whole = (ordered: number) => ({ ordered, adjusted: ordered });
    this.#figures = {
      commissionRate: rule.rate,
      commissionRule: { charged, onShipping: rule.onShipping },
      quantity: whole(quantity),
      purchaseAmount: whole(goods),
      shippingAmount: whole(shipping),
      commissionAmount: whole(charged),
    };
  }

  get commission() {
    return this.#figures.commissionAmount;
  }

  takeBack(pieces: number): void {
    const { purchase, shipping, commission } = amountsFor(this.#figures, -pieces);
    this.#change({ purchase, shipping, commission });
    this.#figures.quantity.adjusted -= pieces;
  }

  refund(purchase: number): void {
    const change = { purchase: -purchase, shipping: 0 };
    this.#change({ ...change, commission: commissionFor(this.#figures, change) });
  }

  #change(by: { purchase: number; shipping: number; commission: number }): void {
    const { purchaseAmount, shippingAmount, commissionAmount } = this.#figures;
    purchaseAmount.adjusted = add(purchaseAmount.adjusted, by.purchase);
    shippingAmount.adjusted = add(shippingAmount.adjusted, by.shipping);
    commissionAmount.adjusted = add(commissionAmount.adjusted, by.commission);
  }
}

const sold = fc.record({ quantity: fc.integer({ min: 1, max: 30 }), price: dollars(20_000), shipping: dollars(3_000) });

describe("a refund", () => {
  test("of all pieces, one by one, takes back the whole commission, to the cent", () => {
    fc.assert(
      fc.property(anyTerms, sold, (rule, sale) => {
        const whole = new Line(rule, sale);
        for (let piece = 0; piece < sale.quantity; piece++) {
          whole.takeBack(1);
          expect(whole.commission.adjusted).toBeGreaterThanOrEqual(0);
        }
        expect(whole.commission.adjusted).toBe(0);
      }),
    );
  });

  test("in two parts takes back what one refund of both takes back", () => {
    fc.assert(
      fc.property(anyTerms, sold, (rule, sale) => {
        const parts = new Line(rule, sale);
        const atOnce = new Line(rule, sale);
        const first = Math.floor(sale.quantity / 3);
        const second = Math.floor(sale.quantity / 2);
        parts.takeBack(first);
        parts.takeBack(second);
        atOnce.takeBack(first + second);
        expect(parts.commission).toEqual(atOnce.commission);
      }),
    );
  });

  test("of half the price takes back half of the fixed amount and of the minimum", () => {
    const half = new Line(terms({ rate: 0, minimum: 10 }), { quantity: 1, price: 40, shipping: 5 });
    half.refund(20);
    expect(half.commission).toEqual({ ordered: 11, adjusted: 5.5 });
  });
});

const anything: CommissionConditions = {
  ...{ marketplaceId: null, supplierId: null, productTypeId: null },
  ...{ priceFrom: null, priceTo: null, fromDay: null, untilDay: null },
};
const sale: Sale = { marketplaceId: 1, supplierId: 2, productTypeIds: [30, 3], price: 20, day: "2026-03-02" };

describe("a rule", () => {
  test.each<[Partial<CommissionConditions>, ReturnType<typeof unmet>]>([
    [{}, undefined],
    [{ marketplaceId: 1, supplierId: 2, productTypeId: 3, priceFrom: 20, priceTo: 20 }, undefined],
    [{ fromDay: "2026-03-02", untilDay: "2026-03-02" }, undefined],
    [{ marketplaceId: 9 }, "marketplace"],
    [{ supplierId: 9 }, "supplier"],
    [{ productTypeId: 9 }, "productType"],
    [{ priceFrom: 20.01 }, "price"],
    [{ priceTo: 19.99 }, "price"],
    [{ fromDay: "2026-03-03" }, "period"],
    [{ untilDay: "2026-03-01" }, "period"],
  ])("with the conditions %j leaves unmet: %s", (some, condition) => {
    expect(unmet({ ...anything, ...some }, sale)).toBe(condition);
  });

  test("never applies behind one that covers it", () => {
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 1 });
    const days = fc.constantFrom("2026-03-01", "2026-03-02", "2026-03-03");
    const conditions = fc.record({
      marketplaceId: optional(fc.integer({ min: 1, max: 2 })),
      supplierId: optional(fc.integer({ min: 1, max: 2 })),
      productTypeId: optional(fc.constantFrom(3, 30, 31)),
      priceFrom: optional(fc.integer({ min: 1, max: 3 })),
      priceTo: optional(fc.integer({ min: 1, max: 3 })),
      fromDay: optional(days),
      untilDay: optional(days),
    });
    const sales = fc.record({
      marketplaceId: fc.integer({ min: 1, max: 2 }),
      supplierId: fc.integer({ min: 1, max: 2 }),
      productTypeIds: fc.constantFrom([3], [30, 3], [31, 3], []),
      price: fc.integer({ min: 0, max: 4 }),
      day: days,
    });
    const typesOf = (id: number) => (id === 3 ? [3] : [id, 3]);
    fc.assert(
      fc.property(conditions, conditions, sales, (earlier, later, one) => {
        if (covers(earlier, later, typesOf) && unmet(later, one) === undefined)
          expect(unmet(earlier, one)).toBeUndefined();
      }),
      { numRuns: 5_000 },
    );
    expect(covers({ ...anything, productTypeId: 3 }, { ...anything, productTypeId: 30 }, typesOf)).toBe(true);
    expect(covers({ ...anything, productTypeId: 30 }, { ...anything, productTypeId: 3 }, typesOf)).toBe(false);
    expect(covers({ ...anything, priceFrom: 10 }, anything, typesOf)).toBe(false);
  });

  test("is described in words", () => {
    expect(
      termsText(terms({ rate: 0.125, fixedAmount: 0.5, fixedPer: "piece", minimum: 2, maximum: 50, onShipping: true })),
    ).toBe("12.50% of the price and the shipping, plus $0.50 for each piece; at least $2.00; at most $50.00");
    const names = { marketplaceName: "Harbour", supplierName: "Acacia", productTypePath: "Home > Trays" };
    expect(
      conditionTexts({
        marketplaceId: 1,
        supplierId: 2,
        productTypeId: 3,
        priceFrom: 10,
        priceTo: 20,
        fromDay: null,
        untilDay: "2026-03-02",
        ...names,
      }),
    ).toEqual({
      marketplace: "Sold on Harbour",
      supplier: "Supplied by Acacia",
      productType: "Product type Home > Trays, or below it",
      price: "Price from $10.00 up to $20.00",
      period: "Ordered up to 02 Mar 2026",
    });
  });
});
