import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addRow,
  followEnds,
  groupsOf,
  placeOf,
  type RateRow,
  removeRow,
  rowProblems,
} from "#contract/rules/shipping-rows.ts";
import { tierProblems } from "#contract/rules/shipping-tiers.ts";
import { shippingRatesForm } from "#contract/shipping-rules/rates-form.ts";

const nsw = { countryCode: "AU", state: "NSW" };
const anywhere = { countryCode: "", state: "" };
const row = (quantityFrom: number, quantityTo: string, place = nsw): RateRow => ({
  ...place,
  quantityFrom,
  quantityTo,
  ratePerItem: "5",
});
const words = (rows: RateRow[]) =>
  rows.map(({ quantityFrom, quantityTo }) => `${quantityFrom}-${quantityTo}`).join(" ");
const type = (rows: RateRow[], index: number, quantityTo: string) =>
  rows.map((each, at) => (at === index ? { ...each, quantityTo } : each));
const three = [row(1, "4"), row(5, "9"), row(10, "")];

describe("entered ends", () => {
  test("move the starts of the rows below", () => {
    expect(words(followEnds(type(three, 0, "6")).rows)).toBe("1-6 7-9 10-");
  });

  test("raise an end that was not edited, and report which", () => {
    const { rows, raised } = followEnds(type(three, 0, "1,000"));
    expect([words(rows), raised]).toEqual(["1-1,000 1001-1001 1002-", [1]]);
  });

  test("are applied from the top down if there are several", () => {
    expect(words(followEnds(type(type(three, 0, "20"), 1, "30")).rows)).toBe("1-20 21-30 31-");
  });

  test.each(["", "abc", "3", "-1", "1.5"])("are preserved and reported if invalid: “%s”", (typed) => {
    const { rows, raised } = followEnds(type(three, 1, typed));
    expect([words(rows), raised]).toEqual([`1-4 5-${typed} 10-`, []]);
    expect(rowProblems(rows)).toMatchObject([{ index: 1, field: "quantityTo" }]);
  });

  test("are preserved if the tiers above overtake them", () => {
    const { rows, raised } = followEnds(type(type(three, 0, "50"), 1, "20"));
    expect([words(rows), raised]).toEqual(["1-50 51-20 52-", []]);
    expect(rowProblems(rows)).toEqual([
      { index: 1, field: "quantityTo", message: "Must be greater than or equal to Quantity From" },
    ]);
  });

  test("of one country and state do not affect others", () => {
    expect(words(followEnds([row(1, "6"), row(1, "", anywhere), row(5, "")]).rows)).toBe("1-6 1- 7-");
  });

  test("that are valid change nothing, however often they are applied", () => {
    expect(followEnds(three)).toEqual({ rows: three, raised: [] });
  });

  test("close the gaps and overlaps of tiers from another system", () => {
    expect(words(followEnds([row(2, "5"), row(8, "9"), row(9, "")]).rows)).toBe("1-5 6-9 10-");
  });
});

describe("adding a row", () => {
  test("appends a new country and state at the end of the list", () => {
    expect(addRow(three, anywhere).at(-1)).toEqual({ ...anywhere, quantityFrom: 1, quantityTo: "", ratePerItem: "" });
  });

  test("applies entered ends first, and inserts it without a rate before the last of its country and state", () => {
    const rows = addRow(type([...three, row(1, "", anywhere)], 1, "12"), nsw);
    expect(words(rows)).toBe("1-4 5-12 13-13 14- 1-");
    expect(rows.map((each) => each.ratePerItem)).toEqual(["5", "5", "", "5", "5"]);
  });

  test("stops at 300", () => {
    const many = Array.from({ length: 300 }, (_, i) => row(i + 1, i === 299 ? "" : String(i + 1)));
    expect(addRow(many, nsw)).toEqual(many);
  });
});

test("removing a row gives its start to the next row of its country and state", () => {
  expect(words(removeRow([row(1, "4"), row(1, "", anywhere), row(5, "")], 0))).toBe("1- 1-");
  expect(words(removeRow(type(three, 1, "12"), 0))).toBe("1-12 13-");
  expect(removeRow(three, 2)).toEqual(three);
  expect(removeRow(three, 7)).toEqual(three);
});

test("the position of a row is the number of rows after it, and decides whether it can be removed", () => {
  expect(three.map((_, index) => placeOf(three, index))).toEqual([
    { later: 2, isRemovable: true },
    { later: 1, isRemovable: true },
    { later: 0, isRemovable: false },
  ]);
  expect(placeOf([row(1, "")], 0)).toEqual({ later: 0, isRemovable: true });
});

test.each([
  ["", "Please enter the shipping rate per item ex GST"],
  ["five", "Please enter the shipping rate per item ex GST"],
  ["1.23456", "Please enter the shipping rate per item ex GST"],
  ["-1", "This must not be less than 0."],
])("a rate of “%s” is reported", (ratePerItem, message) => {
  expect(rowProblems([{ ...row(1, ""), ratePerItem }])).toEqual([{ index: 0, field: "ratePerItem", message }]);
});

test.each(["0", "$1,234.50", "9.0909"])("a rate of “%s” is valid", (ratePerItem) => {
  expect(rowProblems([{ ...row(1, ""), ratePerItem }])).toEqual([]);
});

describe("for any sequence of edits", () => {
  const place = fc.constantFrom(nsw, anywhere, { countryCode: "AU", state: "" });
  const press = fc.oneof(
    place.map((where) => (rows: RateRow[]) => addRow(rows, where)),
    fc.nat(8).map((index) => (rows: RateRow[]) => removeRow(rows, index)),
    fc
      .tuple(fc.nat(8), fc.oneof(fc.nat(40).map(String), fc.constantFrom("", "x", "2147483647", "999999999999999")))
      .map(
        ([index, typed]) =>
          (rows: RateRow[]) =>
            followEnds(!rows[index] || placeOf(rows, index).later === 0 ? rows : type(rows, index, typed)).rows,
      ),
  );

  test("rows without errors are tiers without gaps or overlaps", () => {
    fc.assert(
      fc.property(fc.array(press, { maxLength: 25 }), (presses) => {
        const rows = presses.reduce((list, each) => each(list), [] as RateRow[]);
        for (const group of groupsOf(rows)) {
          const own = group.map((index) => rows[index] as RateRow);
          const list = own.map((each) => ({
            quantityFrom: each.quantityFrom,
            quantityTo: each.quantityTo === "" ? null : Number(each.quantityTo),
          }));
          const isRight = rowProblems(own.map((each) => ({ ...each, ratePerItem: "1" }))).length === 0;
          if (isRight) expect(tierProblems(list)).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("no input is lost, except an end that had to be raised", () => {
    fc.assert(
      fc.property(fc.array(press, { maxLength: 15 }), fc.nat(8), fc.nat(60), (presses, index, end) => {
        const rows = presses.reduce((list, each) => each(list), [] as RateRow[]);
        if (!rows[index] || placeOf(rows, index).later === 0) return;
        const typed = type(rows, index, String(end));
        const after = followEnds(typed);
        const changed = after.rows.flatMap((each, at) => (each.quantityTo === typed[at]?.quantityTo ? [] : [at]));
        expect(changed).toEqual(after.raised);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the form of shipping rates", () => {
  const posted = (rows: RateRow[]) => ({
    ShippingRates: rows.map((each) => ({
      CountryCode: each.countryCode,
      State: each.state,
      QuantityFrom: String(each.quantityFrom),
      QuantityTo: each.quantityTo,
      ShippingRatePerItem: each.ratePerItem,
    })),
  });
  const messages = (rows: RateRow[]) =>
    shippingRatesForm.safeParse(posted(rows)).error?.issues.map(({ path, message }) => [path.join("."), message]);

  test("submits the entered values with the resulting starts", () => {
    expect(shippingRatesForm.parse(posted([...type(three, 0, "6"), row(1, "", anywhere)])).ShippingRates).toEqual([
      { CountryCode: "AU", State: "NSW", QuantityFrom: 1, QuantityTo: 6, ShippingRatePerItem: 5 },
      { CountryCode: "AU", State: "NSW", QuantityFrom: 7, QuantityTo: 9, ShippingRatePerItem: 5 },
      { CountryCode: "AU", State: "NSW", QuantityFrom: 10, QuantityTo: null, ShippingRatePerItem: 5 },
      { CountryCode: null, State: null, QuantityFrom: 1, QuantityTo: null, ShippingRatePerItem: 5 },
    ]);
  });

  test("is shown again if an end was raised without being displayed", () => {
    expect(messages(type(three, 0, "50"))).toEqual([
      [
        "ShippingRates.1.QuantityTo",
        "This was raised to 51, because the tier before it now ends at 50. Save again if that is right.",
      ],
    ]);
  });

  test("is valid without rows: the rule then has no tiers", () => {
    expect(shippingRatesForm.parse({})).toEqual({ ShippingRates: [] });
  });
});
