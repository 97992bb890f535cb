import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { add, taxPair } from "#contract/rules/money.ts";
import {
  adjustmentOf,
  adjustmentProblems,
  commissionOn,
  type Entry,
  incTax,
  ledgerOf,
  type Pair,
  paymentOf,
  purchaseOf,
  shipmentOf,
  shipmentProblem,
  statusOf,
  subTotal,
  sumOf,
  type Totals,
} from "#contract/rules/order-line.ts";

const gst = 0.1;
const pair = (incTaxOf: number): Pair => taxPair(incTaxOf, gst);
const cents = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100);

function bought({ quantity = 2, price = 9.95, shipping = 5, commissionRate = 0.3 } = {}): Entry {
  return purchaseOf({ quantity, price: pair(price), shipping: pair(shipping), commissionRate }, gst);
}

const adjusting = (amounts: Partial<Record<"quantity" | "purchase" | "commission" | "shipping", number>>): Totals => ({
  quantity: amounts.quantity ?? 0,
  purchase: pair(amounts.purchase ?? 0),
  commission: pair(amounts.commission ?? 0),
  shipping: pair(amounts.shipping ?? 0),
});

const { processing, waitingOnStock, partiallyFilled, complete, cancelled } = OrderLineItemStatus;

describe("a sale", () => {
  it("costs the price per unit, exact to the cent, with the commission on it", () => {
    const entry = bought({ quantity: 3, price: 9.95, shipping: 5, commissionRate: 0.3 });
    expect(incTax(entry.purchase)).toBe(29.85);
    // 30 % of 29.85 is 8.955, which is rounded half away from zero.
    expect(incTax(entry.commission)).toBe(8.96);
    expect(incTax(entry.shipping)).toBe(5);
    expect(subTotal(entry)).toBe(25.89);
    expect(entry).toMatchObject({ type: TransactionType.purchase, quantity: 3 });
  });
});

describe("an adjustment", () => {
  it("is a refund if the customer gets back any amount or quantity", () => {
    for (const amounts of [{ quantity: -1 }, { purchase: -0.01 }, { shipping: -5, purchase: 1 }])
      expect(adjustmentOf(adjusting(amounts)).type).toBe(TransactionType.refund);
    for (const amounts of [{ quantity: 1 }, { purchase: 0.01 }, { commission: -3 }])
      expect(adjustmentOf(adjusting(amounts)).type).toBe(TransactionType.adjustment);
  });

  it("cannot reduce more than there is, and the message states the maximum", () => {
    const ledger = ledgerOf([bought()]);
    expect(
      adjustmentProblems(ledger, adjusting({ quantity: -2, purchase: -19.9, commission: -5.97, shipping: -5 })),
    ).toEqual({});
    expect(
      adjustmentProblems(ledger, adjusting({ quantity: -3, purchase: -19.91, commission: -5.98, shipping: -5.01 })),
    ).toEqual({
      quantity: "The quantity is 2, so it can't be reduced by more than that.",
      purchase: "The purchase amount is $19.90; you can't refund more than that.",
      commission: "The commission is $5.97; you can't refund more than that.",
      shipping: "The shipping amount is $5.00; you can't refund more than that.",
    });
  });

  it("cannot reduce what is shipped", () => {
    const ledger = ledgerOf([bought({ quantity: 3 }), shipmentOf(2)]);
    expect(adjustmentProblems(ledger, adjusting({ quantity: -1 }))).toEqual({});
    expect(adjustmentProblems(ledger, adjusting({ quantity: -2 }))).toEqual({
      quantity: "2 of 3 have already shipped, so the quantity can't be reduced by more than 1.",
    });
  });
});

describe("a shipment", () => {
  it("cannot exceed what is owed, and the message states the maximum", () => {
    const shipped = (quantity: number) => ledgerOf([bought({ quantity: 3 }), shipmentOf(quantity)]);
    expect([shipmentProblem(shipped(1), 0), shipmentProblem(shipped(1), 2)]).toEqual([undefined, undefined]);
    expect(shipmentProblem(shipped(1), 3)).toBe("Only 2 left to ship.");
    expect(shipmentProblem(shipped(3), 1)).toBe("There is nothing left to ship for this item.");
  });
});

describe("the status of a line item", () => {
  const statusAfter = (chosen: number, ...entries: Entry[]) => statusOf(ledgerOf([bought(), ...entries]), chosen);

  it("can be selected until something is shipped", () => {
    expect([statusAfter(processing), statusAfter(waitingOnStock)]).toEqual([processing, waitingOnStock]);
  });

  it("follows from shipments and their cancellations", () => {
    expect(statusAfter(waitingOnStock, shipmentOf(1))).toBe(partiallyFilled);
    expect(statusAfter(partiallyFilled, shipmentOf(1), shipmentOf(1))).toBe(complete);
    expect(statusAfter(complete, shipmentOf(2), shipmentOf(-1))).toBe(partiallyFilled);
    expect(statusAfter(complete, shipmentOf(2), shipmentOf(-2))).toBe(processing);
  });

  it("follows from adjustments", () => {
    expect(statusAfter(processing, adjustmentOf(adjusting({ quantity: -2 })))).toBe(cancelled);
    expect(statusAfter(partiallyFilled, shipmentOf(1), adjustmentOf(adjusting({ quantity: -1 })))).toBe(complete);
    expect(statusAfter(complete, shipmentOf(2), adjustmentOf(adjusting({ quantity: 1 })))).toBe(partiallyFilled);
    expect(
      statusAfter(cancelled, adjustmentOf(adjusting({ quantity: -2 })), adjustmentOf(adjusting({ quantity: 1 }))),
    ).toBe(processing);
  });
});

describe("a sale and its full refund", () => {
  it("cancel each other to the cent", () => {
    fc.assert(
      fc.property(
        cents(0, 10_000),
        fc.integer({ min: 1, max: 500 }),
        cents(0, 500),
        fc.integer({ min: 0, max: 10_000 }),
        (price, quantity, shipping, rate) => {
          const commissionRate = rate / 10_000;
          const sale = bought({ quantity, price, shipping, commissionRate });
          // As a form creates it, from the amounts inc GST.
          const refund = adjustmentOf({
            quantity: -quantity,
            purchase: { exTax: -sale.purchase.exTax, tax: -sale.purchase.tax },
            shipping: pair(-shipping),
            commission: commissionOn(-incTax(sale.purchase), commissionRate, gst),
          });
          const { adjusted, owed } = ledgerOf([sale, refund]);
          for (const part of [adjusted, owed]) {
            expect(part.quantity + 0).toBe(0);
            for (const amount of [part.purchase, part.commission, part.shipping])
              expect([amount.exTax + 0, amount.tax + 0]).toEqual([0, 0]);
          }
          expect(subTotal(adjusted) + 0).toBe(0);
        },
      ),
    );
  });
});

/** The events, in any order. */
const event = fc.oneof(
  fc.record({ kind: fc.constant("ship" as const), quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("cancelShipment" as const), quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("pay" as const) }),
  fc.record({
    kind: fc.constant("adjust" as const),
    quantity: fc.integer({ min: -3, max: 3 }),
    purchase: cents(-40, 40),
    commission: cents(-10, 10),
    shipping: cents(-8, 8),
  }),
);

/** The ledger entry for an event, given the previous entries; undefined if it is refused. */
function happens(entries: Entry[], given: typeof event extends fc.Arbitrary<infer E> ? E : never): Entry | undefined {
  const ledger = ledgerOf(entries);
  switch (given.kind) {
    case "ship":
      return given.quantity <= ledger.owed.quantity ? shipmentOf(given.quantity) : undefined;
    case "cancelShipment":
      return given.quantity <= ledger.done.quantity ? shipmentOf(-given.quantity) : undefined;
    case "pay":
      return paymentOf(ledger);
    case "adjust": {
      const totals = adjusting(given);
      return Object.keys(adjustmentProblems(ledger, totals)).length === 0 ? adjustmentOf(totals) : undefined;
    }
  }
}

describe("after any sequence of shipments, cancellations, adjustments and payments", () => {
  const history = fc
    .tuple(fc.integer({ min: 1, max: 8 }), cents(0, 60), fc.array(event, { maxLength: 25 }))
    .map(([quantity, price, events]) => {
      const entries = [bought({ quantity, price })];
      for (const each of events) {
        const entry = happens(entries, each);
        if (entry) entries.push(entry);
      }
      return entries;
    });
  const amounts = ["purchase", "commission", "shipping"] as const;

  it("owed equals adjusted less settled, and is the sum of all transactions", () => {
    fc.assert(
      fc.property(history, (entries) => {
        const { adjusted, done, owed } = ledgerOf(entries);
        expect(owed.quantity).toBe(adjusted.quantity - done.quantity);
        for (const part of amounts) {
          for (const half of ["exTax", "tax"] as const) {
            const cent = (total: Totals) => Math.round(total[part][half] * 100);
            expect(cent(owed) + 0).toBe(cent(adjusted) - cent(done) + 0);
            const changes = entries.filter(({ type }) => type <= TransactionType.adjustment);
            expect(cent(adjusted) + 0).toBe(changes.reduce((sum, entry) => sum + cent(entry), 0) + 0);
          }
        }
        expect(subTotal(owed)).toBeCloseTo(subTotal(adjusted) - subTotal(done), 6);
        expect(sumOf(entries).quantity).toBe(adjusted.quantity + done.quantity);
      }),
    );
  });

  it("nothing is negative, and no more is shipped than was ordered", () => {
    fc.assert(
      fc.property(history, (entries) => {
        const { adjusted, done, owed } = ledgerOf(entries);
        expect(owed.quantity).toBeGreaterThanOrEqual(0);
        expect(done.quantity).toBeGreaterThanOrEqual(0);
        for (const part of amounts) expect(incTax(adjusted[part])).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("the status reflects what is left to do", () => {
    fc.assert(
      fc.property(history, fc.constantFrom(0, 1, 2, 3, 4), (entries, before) => {
        const ledger = ledgerOf(entries);
        const status = statusOf(ledger, before);
        expect(status === cancelled).toBe(ledger.adjusted.quantity === 0);
        expect(status === complete).toBe(ledger.adjusted.quantity > 0 && ledger.owed.quantity === 0);
        expect(status === partiallyFilled).toBe(ledger.done.quantity > 0 && ledger.owed.quantity > 0);
      }),
    );
  });

  it("one more payment leaves no amount owed", () => {
    fc.assert(
      fc.property(history, (entries) => {
        const { owed } = ledgerOf([...entries, paymentOf(ledgerOf(entries))]);
        for (const part of amounts) expect([owed[part].exTax + 0, owed[part].tax + 0]).toEqual([0, 0]);
        expect(add(subTotal(owed)) + 0).toBe(0);
      }),
    );
  });
});
