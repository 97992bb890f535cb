import { describe, expect, test } from "vitest";
import { type PlacedTier, unreachableTiers } from "#contract/rules/shipping-coverage.ts";
import { explainRate } from "#contract/rules/shipping-rate.ts";
import type { ShippingRate } from "#contract/shipping-rules/schema.ts";

const gst = 0.1;
let id = 0;
const rate = (
  quantityFrom: number,
  quantityTo: number | null,
  shippingRatePerItem: number,
  place: Partial<ShippingRate> = {},
): ShippingRate => {
  id += 1;
  return { id, quantityFrom, quantityTo, shippingRatePerItem, ...place };
};
const australia = { countryCode: "AU", countryName: "Australia" };
const nsw = { ...australia, stateShortName: "NSW" };
const nz = { countryCode: "NZ", countryName: "New Zealand" };
const rule = {
  sellAnywhereDomestically: true,
  defaultDomesticShippingRate: 9.0455,
  sellAnywhereInternationally: false,
  defaultInternationalShippingRate: null,
  shippingRates: [
    rate(1, null, 30, nz),
    rate(1, null, 40),
    rate(1, 4, 8, australia),
    rate(5, null, 6, australia),
    rate(1, 2, 5, nsw),
  ],
};
const why = (
  of: Partial<typeof rule>,
  to: { countryCode: string; countryName: string; state?: string },
  quantity: number,
) => explainRate({ ...rule, ...of }, { state: "", ...to, quantity }, gst);
const winner = (explanation: ReturnType<typeof explainRate>) =>
  explanation.considered.find(({ applies }) => applies)?.name;
const toNsw = { ...australia, state: "NSW" };

describe("the most specific rate applies", () => {
  test("a tier of the state before one of the country", () => {
    expect(winner(why({}, toNsw, 2))).toBe("Australia, NSW, 1 to 2 items");
  });

  test("a tier of the country if the state has none for that quantity", () => {
    expect(winner(why({}, toNsw, 3))).toBe("Australia, 1 to 4 items");
    expect(winner(why({}, { ...australia, state: "VIC" }, 9))).toBe("Australia, 5 items or more");
    expect(winner(why({}, australia, 1))).toBe("Australia, 1 to 4 items");
  });

  test("a tier for any country before the default", () => {
    expect(winner(why({}, { countryCode: "FR", countryName: "France" }, 1))).toBe("Any country, 1 item or more");
  });

  test("the default if no tier matches", () => {
    expect(winner(why({ shippingRates: [] }, toNsw, 1))).toBe("Default within Australia");
    const abroad = {
      shippingRates: [],
      sellAnywhereInternationally: true,
      defaultInternationalShippingRate: 20 as never,
    };
    expect(winner(why(abroad, nz, 1))).toBe("Default internationally");
  });

  test("no rate where the rule does not ship", () => {
    const { considered, price } = why({ shippingRates: [] }, nz, 1);
    expect(price).toBeUndefined();
    expect(considered).toEqual([
      {
        name: "Default within Australia",
        ratePerItem: 9.0455,
        applies: false,
        reason: "For Australia, not New Zealand.",
      },
      {
        name: "Default internationally",
        ratePerItem: null,
        applies: false,
        reason: "This rule ships to other countries only where a tier applies.",
      },
    ]);
  });
});

test("every other rate explains why it does not apply", () => {
  expect(why({}, toNsw, 2).considered.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    "Australia, NSW, 1 to 2 items: For Australia, NSW, 1 to 2 items.",
    "Australia, 1 to 4 items: Matches, but “Australia, NSW, 1 to 2 items” takes precedence.",
    "Australia, 5 items or more: For 5 items or more, not 2.",
    "New Zealand, 1 item or more: For New Zealand, not Australia.",
    "Any country, 1 item or more: Matches, but “Australia, NSW, 1 to 2 items” takes precedence.",
    "Default within Australia: Matches, but “Australia, NSW, 1 to 2 items” takes precedence.",
    "Default internationally: For countries other than Australia.",
  ]);
  expect(why({}, { ...australia, state: "VIC" }, 2).considered[0]?.reason).toBe("For NSW, not VIC.");
  expect(why({}, australia, 2).considered[0]?.reason).toBe("For NSW only, and no state was chosen.");
});

describe("the shipping price", () => {
  test("of a tier is exact ex GST, as entered", () => {
    const tier = why({ shippingRates: [rate(1, null, 9.95)] }, toNsw, 3);
    expect(tier.price).toEqual({ perItem: { exGst: 9.95, incGst: 10.95 }, total: { exGst: 29.85, incGst: 32.84 } });
  });

  test("of a default is exact inc GST, as entered", () => {
    const plain = why({ shippingRates: [] }, toNsw, 1_000);
    expect(plain.price).toEqual({ perItem: { exGst: 9.0455, incGst: 9.95 }, total: { exGst: 9045.45, incGst: 9950 } });
  });

  test("is unknown until the default is entered", () => {
    const { considered, price } = why({ shippingRates: [], defaultDomesticShippingRate: null as never }, toNsw, 1);
    expect(price).toBeUndefined();
    expect(considered[0]).toMatchObject({ applies: true, reason: "Applies, but no rate has been entered yet." });
  });
});

describe("tiers that can never apply", () => {
  const states = (code: string) => (code === "XX" ? ["N", "S"] : []);
  const tier = (countryCode: string, state: string, quantityFrom: number, quantityTo: number | null): PlacedTier => ({
    countryCode,
    state,
    quantityFrom,
    quantityTo,
  });
  const found = (tiers: PlacedTier[]) => unreachableTiers(tiers, states).map(({ index }) => index);

  test("include those of a country whose states all have their own for these quantities", () => {
    expect(
      found([tier("XX", "", 1, null), tier("XX", "N", 1, null), tier("XX", "S", 1, 4), tier("XX", "S", 5, null)]),
    ).toEqual([0]);
    expect(
      unreachableTiers([tier("XX", "", 1, null), tier("XX", "N", 1, null), tier("XX", "S", 1, null)], states),
    ).toEqual([
      { index: 0, reason: "This tier can never apply: every state has tiers of its own for these quantities." },
    ]);
  });

  test("do not include those that end before they start, which have an error on the field", () => {
    expect(found([tier("XX", "N", 1, 5), tier("XX", "N", 6, 4)])).toEqual([]);
  });

  test("do not include those with a remaining state or quantity", () => {
    expect(found([tier("XX", "", 1, null), tier("XX", "N", 1, null)])).toEqual([]);
    expect(found([tier("XX", "", 1, null), tier("XX", "N", 1, null), tier("XX", "S", 1, 4)])).toEqual([]);
    expect(
      found([tier("XX", "", 1, 4), tier("XX", "", 5, null), tier("XX", "N", 1, null), tier("XX", "S", 1, 4)]),
    ).toEqual([0]);
  });

  test("do not include those of countries whose addresses can omit the state", () => {
    expect(found([tier("YY", "", 1, null), tier("YY", "N", 1, null), tier("", "", 1, null)])).toEqual([]);
  });

  test("include those whose quantities are covered by earlier tiers of the same place", () => {
    expect(found([tier("", "", 1, null), tier("", "", 3, 5)])).toEqual([1]);
    expect(found([tier("", "", 1, 4), tier("", "", 5, null)])).toEqual([]);
  });
});
