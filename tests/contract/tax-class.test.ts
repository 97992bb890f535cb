import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { rateOf, repriced, soldAs, taxClasses, taxClassLabel, taxClassOf } from "#contract/rules/tax-class.ts";

const gstRate = 0.1;
const cents = fc.integer({ min: 0, max: 100_000_000 });
const classes = fc.constantFrom(...taxClasses);

describe("the tax class that applies", () => {
  it("is the product's own before that of its type, and taxable where nobody says anything", () => {
    expect(taxClassOf("gstFree", "taxable")).toBe("gstFree");
    expect(taxClassOf(null, "inputTaxed")).toBe("inputTaxed");
    expect(taxClassOf("taxable", "gstFree")).toBe("taxable");
    expect(taxClassOf(null, undefined)).toBe("taxable");
  });

  it("has a rate of GST only if it is taxable", () => {
    expect(taxClasses.map((each) => rateOf(each, gstRate))).toEqual([0.1, 0, 0]);
    expect(rateOf(undefined, gstRate)).toBe(0.1);
  });

  it("is chosen by a label that names the rate of taxable goods", () => {
    expect(taxClasses.map((each) => taxClassLabel(each, gstRate))).toEqual([
      "Taxable (GST 10%)",
      "GST-free",
      "Input-taxed",
    ]);
    expect(taxClassLabel("taxable", 0.125)).toBe("Taxable (GST 12.5%)");
  });
});

describe("a price whose tax class changes", () => {
  it("stays the same for customers, to the cent, whatever the classes are", () => {
    fc.assert(
      fc.property(cents, classes, classes, (amount, from, to) => {
        const rates = { before: rateOf(from, gstRate), after: rateOf(to, gstRate) };
        const stored = exclusive(amount / 100, rates.before);
        expect(inclusive(repriced(stored, rates), rates.after)).toBe(amount / 100);
      }),
    );
  });

  it("is what customers pay if it is GST-free", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const stored = exclusive(amount / 100, gstRate);
        expect(repriced(stored, { before: gstRate, after: 0 })).toBe(amount / 100);
      }),
    );
  });

  it("keeps a price that is not entered", () => {
    expect(repriced(null, { before: gstRate, after: 0 })).toBeNull();
  });
});

describe("the class of a sale", () => {
  it("is decided by its price, and named after the product where there is no GST", () => {
    const taxed = { exTax: 10, tax: 1 };
    const untaxed = { exTax: 11, tax: 0 };
    expect([soldAs(taxed, "gstFree", gstRate), soldAs(taxed, undefined, gstRate)]).toEqual(["taxable", "taxable"]);
    expect(soldAs(untaxed, "inputTaxed", gstRate)).toBe("inputTaxed");
    expect([soldAs(untaxed, "taxable", gstRate), soldAs(untaxed, null, gstRate)]).toEqual(["gstFree", "gstFree"]);
  });

  it("is taxable for a few cents, whose GST is rounded to nothing", () => {
    expect(soldAs({ exTax: 0.05, tax: 0 }, "taxable", gstRate)).toBe("taxable");
    expect(soldAs({ exTax: 0.06, tax: 0 }, "taxable", gstRate)).toBe("gstFree");
  });
});
