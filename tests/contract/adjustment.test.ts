import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountsFor, commissionFor, type LineFigures } from "#contract/rules/adjustment.ts";
import { add, taxPair } from "#contract/rules/money.ts";
import {
  adjustmentOf,
  adjustmentProblems,
  type Entry,
  incTax,
  ledgerOf,
  purchaseOf,
  settled,
} from "#contract/rules/order-line.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";

/** A line item and its adjustments, entered as in the forms: amounts inc GST, each split separately. */
class Line {
  entries: Entry[];

  constructor(
    readonly given: { quantity: number; price: number; shipping: number; commissionRate: number },
    readonly gst = 0.1,
  ) {
    const { quantity, commissionRate } = given;
    this.entries = [
      purchaseOf({ quantity, commissionRate, price: this.pair(given.price), shipping: this.pair(given.shipping) }, gst),
    ];
  }

  pair = (amount: number) => taxPair(amount, this.gst);

  get figures(): LineFigures {
    const { ordered, adjusted } = ledgerOf(this.entries);
    const of = (part: "purchase" | "shipping" | "commission") => ({
      ordered: incTax(ordered[part]),
      adjusted: incTax(adjusted[part]),
    });
    return {
      quantity: { ordered: ordered.quantity, adjusted: adjusted.quantity },
      purchaseAmount: of("purchase"),
      shippingAmount: of("shipping"),
      commissionAmount: of("commission"),
      commissionRate: this.given.commissionRate,
    };
  }

  /** False if the adjustment was refused. */
  adjust({ quantity = 0, purchase = 0, shipping = 0, commission = 0 }): boolean {
    const ledger = ledgerOf(this.entries);
    const typed = {
      quantity,
      purchase: this.pair(purchase),
      shipping: this.pair(shipping),
      commission: this.pair(commission),
    };
    if (Object.keys(adjustmentProblems(ledger, typed)).length > 0) return false;
    this.entries.push(adjustmentOf(settled(ledger, typed, this.gst, null)));
    return true;
  }

  refund(pieces: number): boolean {
    return this.adjust({ quantity: -pieces, ...amountsFor(this.figures, -pieces) });
  }

  get adjusted() {
    return ledgerOf(this.entries).adjusted;
  }
}

const parts = ["purchase", "commission", "shipping"] as const;
const expectNothingLeft = ({ adjusted }: Line) => {
  expect(adjusted.quantity + 0).toBe(0);
  for (const part of parts) expect([adjusted[part].exTax + 0, adjusted[part].tax + 0]).toEqual([0, 0]);
};

const aLine = fc.record({
  quantity: fc.integer({ min: 1, max: 60 }),
  price: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100),
  shipping: fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100),
  commissionRate: fc.integer({ min: 0, max: 9_900 }).map((rate) => rate / 10_000),
});
const gstRate = fc.constantFrom(0.1, 0.15, 0.05, 0);

describe("the GST of a line item", () => {
  it("is calculated on its total, not per unit", () => {
    expect(new Line({ quantity: 30, price: 12.5, shipping: 0, commissionRate: 0 }).adjusted.purchase).toEqual({
      exTax: 340.91,
      tax: 34.09,
    });
  });

  it("equals that of its total after any sequence of adjustments", () => {
    const change = fc.integer({ min: -30_000, max: 30_000 }).map((cents) => cents / 100);
    const changes = fc.array(fc.record({ purchase: change, shipping: change, commission: change }), { maxLength: 15 });
    fc.assert(
      fc.property(aLine, gstRate, changes, (given, gst, all) => {
        const line = new Line(given, gst);
        for (const each of all) {
          line.adjust(each);
          for (const part of parts)
            expect(line.adjusted[part].tax + 0).toBe(taxPair(incTax(line.adjusted[part]), gst).tax + 0);
        }
      }),
    );
  });

  it("is zero for GST-free goods, also after refunds", () => {
    const sale = purchaseOf(
      { quantity: 3, price: { exTax: 10, tax: 0 }, shipping: taxPair(5, 0.1), commissionRate: 0.3 },
      0.1,
    );
    expect(sale.purchase).toEqual({ exTax: 30, tax: 0 });
    const none = { exTax: 0, tax: 0 };
    const refund = (amount: number, entries: Entry[]) =>
      adjustmentOf(
        settled(
          ledgerOf(entries),
          { quantity: -1, purchase: taxPair(-amount, 0.1), shipping: none, commission: none },
          0.1,
          null,
        ),
      );
    const first = refund(10, [sale]);
    expect(first.purchase).toEqual({ exTax: -10, tax: 0 });
    const { purchase } = ledgerOf([sale, first, refund(20, [sale, first])]).adjusted;
    expect([purchase.exTax + 0, purchase.tax + 0]).toEqual([0, 0]);
  });
});

it("goods that were sold without GST are adjusted without it, and so is delivery that comes later", () => {
  const free = { exTax: 0, tax: 0 };
  const sale = purchaseOf({ quantity: 1, price: { exTax: 10, tax: 0 }, shipping: free, commissionRate: 0.3 }, 0.1);
  const typed = { quantity: 0, purchase: taxPair(5, 0.1), shipping: taxPair(11, 0.1), commission: taxPair(1.1, 0.1) };
  const change = (taxClass: TaxClass | null) => {
    const { purchase, shipping, commission } = settled(ledgerOf([sale]), typed, 0.1, taxClass);
    return [purchase, shipping, commission];
  };
  for (const untaxed of ["gstFree", "inputTaxed"] as const)
    expect(change(untaxed)).toEqual([
      { exTax: 5, tax: 0 },
      { exTax: 11, tax: 0 },
      { exTax: 1, tax: 0.1 },
    ]);
  expect(change(null)).toEqual([
    { exTax: 5, tax: 0 },
    { exTax: 10, tax: 1 },
    { exTax: 1, tax: 0.1 },
  ]);
});

describe("partial refunds", () => {
  it("of three units at $9.95 with 12.5 %, one at a time, leave no commission", () => {
    const line = new Line({ quantity: 3, price: 9.95, shipping: 0, commissionRate: 0.125 });
    expect(incTax(line.adjusted.commission)).toBe(3.73);
    for (const _ of [1, 2, 3]) expect(line.refund(1)).toBe(true);
    expectNothingLeft(line);
  });

  it("end at exactly zero, whatever the steps of the quantity", () => {
    fc.assert(
      fc.property(aLine, gstRate, fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 8 }), (given, gst, steps) => {
        const line = new Line(given, gst);
        for (const step of steps) if (step < line.adjusted.quantity) expect(line.refund(step)).toBe(true);
        expect(line.refund(line.adjusted.quantity)).toBe(true);
        expectNothingLeft(line);
      }),
    );
  });

  it("of amounts only end at exactly zero with the commission that the form suggests", () => {
    fc.assert(
      fc.property(
        aLine,
        gstRate,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (given, gst, fractions) => {
          const line = new Line({ ...given, shipping: 0 }, gst);
          const refund = (purchase: number) =>
            expect(line.adjust({ purchase, commission: commissionFor(line.figures, { purchase, shipping: 0 }) })).toBe(
              true,
            );
          for (const fraction of fractions)
            refund(0 - Math.floor(line.figures.purchaseAmount.adjusted * 100 * fraction) / 100);
          refund(0 - line.figures.purchaseAmount.adjusted);
          line.adjust({ quantity: -given.quantity });
          expectNothingLeft(line);
        },
      ),
    );
  });

  it("include a share of the shipping per unit, which is charged again when the unit is added back", () => {
    const line = new Line({ quantity: 3, price: 9.95, shipping: 10, commissionRate: 0.3 });
    expect(amountsFor(line.figures, -1)).toEqual({ purchase: -9.95, shipping: -3.33, commission: -2.99 });
    line.refund(1);
    expect(amountsFor(line.figures, 1)).toEqual({ purchase: 9.95, shipping: 3.33, commission: 2.99 });
    expect(amountsFor(line.figures, 0)).toEqual({ purchase: 0, shipping: 0, commission: 0 });
  });

  it("never suggest more than is left after a refund of an amount", () => {
    const line = new Line({ quantity: 2, price: 10, shipping: 0, commissionRate: 0.3 });
    line.adjust({ purchase: -15, commission: -4.5 });
    expect(amountsFor(line.figures, -1)).toEqual({ purchase: -5, shipping: 0, commission: -1.5 });
    expect(add(line.figures.purchaseAmount.adjusted, -5)).toBe(0);
  });
});
