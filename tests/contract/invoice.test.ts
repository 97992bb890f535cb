import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type InvoicedAmounts,
  invoiceFigures,
  invoiceIdIn,
  invoiceNumber,
  periodText,
  suppliesOf,
} from "#contract/rules/invoice.ts";
import { add, taxPair } from "#contract/rules/money.ts";
import { adjustmentOf, incTax, ledgerOf, type Pair, paymentOf, purchaseOf, sumOf } from "#contract/rules/order-line.ts";

const cents = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100);
/** Includes pairs that no tax rate produces, because users can enter any. */
const pair: fc.Arbitrary<Pair> = fc.record({ exTax: cents(-100_000, 100_000), tax: cents(-10_000, 10_000) });
const row: fc.Arbitrary<InvoicedAmounts> = fc.record({ purchase: pair, commission: pair, shipping: pair });

const sold = (price: number, quantity: number, shipping: number, commissionRate: number) =>
  purchaseOf({ quantity, price: taxPair(price, 0.1), shipping: taxPair(shipping, 0.1), commissionRate }, 0.1);

describe("the figures of an invoice", () => {
  it("match the specification", () => {
    const amounts = {
      purchase: { exTax: 100, tax: 10 },
      commission: { exTax: 30, tax: 3 },
      shipping: { exTax: 9.05, tax: 0.9 },
    };
    expect(invoiceFigures(amounts)).toEqual({
      purchaseIncTax: 110,
      shippingIncTax: 9.95,
      commissionIncTax: 33,
      tax: 7.9,
      total: 86.95,
    });
    expect(suppliesOf(amounts)).toEqual({ exTax: 109.05, tax: 10.9 });
  });

  it("of the rows add up to the summary, to the cent", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const { quantity: _, ...sums } = sumOf(rows.map((amounts) => ({ quantity: 0, ...amounts })));
        const summary = invoiceFigures(sums);
        const figures = rows.map(invoiceFigures);
        for (const key of Object.keys(summary) as (keyof typeof summary)[]) {
          expect(add(...figures.map((each) => each[key])) + 0).toBe(summary[key] + 0);
        }
        expect(add(incTax(suppliesOf(sums)), -summary.commissionIncTax) + 0).toBe(summary.total + 0);
      }),
    );
  });

  it("are zero for a paid sale and its full refund", () => {
    fc.assert(
      fc.property(
        cents(0, 10_000),
        fc.integer({ min: 1, max: 500 }),
        cents(0, 500),
        fc.integer({ min: 0, max: 10_000 }),
        (price, quantity, shipping, rate) => {
          const sale = sold(price, quantity, shipping, rate / 10_000);
          const first = paymentOf(ledgerOf([sale]));
          const negative = ({ exTax, tax }: Pair) => ({ exTax: 0 - exTax, tax: 0 - tax });
          const refund = adjustmentOf({
            quantity: -quantity,
            purchase: negative(sale.purchase),
            commission: negative(sale.commission),
            shipping: negative(sale.shipping),
          });
          const second = paymentOf(ledgerOf([sale, first, refund]));
          for (const [key, value] of Object.entries(invoiceFigures(second)))
            expect(add(value, invoiceFigures(first)[key as "total"]) + 0).toBe(0);
        },
      ),
    );
  });
});

describe("an invoice number", () => {
  it("has seven digits, or more if necessary", () => {
    expect([invoiceNumber(1), invoiceNumber(1_234_567), invoiceNumber(12_345_678)]).toEqual([
      "INV-0000001",
      "INV-1234567",
      "INV-12345678",
    ]);
  });

  it("is parsed in every common notation", () => {
    for (const text of ["INV-0000012", "inv-12", "INV12", " 12 ", "0000012"]) expect(invoiceIdIn(text)).toBe(12);
    for (const text of ["", "INV-", "0", "12a", "X-12", "3000000000", "99999999999"])
      expect(invoiceIdIn(text)).toBeUndefined();
  });
});

describe("the period of an invoice", () => {
  const period = (...dates: string[]) =>
    periodText(
      { invoiceDate: "2026-04-01T12:59:59.999Z", transactions: dates.map((orderDate) => ({ orderDate })) },
      "Australia/Sydney",
    );

  it("is that of its orders in any order, in the time zone, up to the date of the invoice", () => {
    expect(period("2026-03-20T00:00:00Z", "2026-03-01T13:30:00Z", "2026-03-31T13:30:00Z")).toBe(
      "Orders from 02 Mar 2026 to 01 Apr 2026, with all amounts up to 01 Apr 2026",
    );
  });

  it("is one day if all orders were placed on it, and nothing without orders", () => {
    expect(period("2026-03-01T23:00:00Z", "2026-03-01T13:30:00Z")).toBe(
      "Orders of 02 Mar 2026, with all amounts up to 01 Apr 2026",
    );
    expect(period()).toBeUndefined();
  });
});
