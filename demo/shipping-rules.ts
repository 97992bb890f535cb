/** Shipping rules of suppliers, each with the tiers of a way to ship. */
import type { Db } from "#api/core/database/connection.ts";
import { shippingRates, shippingRules } from "#api/core/database/schema/index.ts";
import { exclusive } from "#contract/rules/money.ts";
import type { Random } from "./random.ts";

/** Australia's GST rate. */
const gst = 0.1;

interface Way {
  name: string;
  /** Dollars inc GST per item; without the second, the rule does not ship internationally. */
  defaults: readonly [domestic: number, international?: number];
  /** Places of the tiers: a country, a country and a state, or an empty text for any country. */
  places: readonly string[];
  /** Last quantities of all tiers but the last, which is open-ended. */
  ends: readonly number[];
  /** Dollars ex GST per item in the first tier; later ones are cheaper. */
  from: number;
}

const ways = {
  parcels: {
    name: "Parcels within Australia",
    defaults: [9.95],
    places: ["AU NSW", "AU VIC", "AU"],
    ends: [4, 9],
    from: 8.5,
  },
  satchels: { name: "Small satchels", defaults: [7.5, 19.9], places: ["AU", "NZ"], ends: [2], from: 6 },
  bulky: { name: "Bulky and heavy", defaults: [49], places: ["AU WA", "AU NT", "AU TAS"], ends: [1, 4], from: 64 },
  fragile: {
    name: "Fragile, packed by hand",
    defaults: [14.95, 39],
    places: ["AU", "NZ NTL", "NZ AUK", "NZ", ""],
    ends: [1, 3, 11],
    from: 13.2,
  },
  overseas: {
    name: "Overseas, tracked",
    defaults: [12, 34.95],
    places: ["NZ", "US CA", "US", "GB", "CA", ""],
    ends: [2, 5],
    from: 28.5,
  },
  letters: { name: "Letters", defaults: [3.6, 6.5], places: [], ends: [], from: 0 },
  express: { name: "Express post", defaults: [15.5], places: ["AU"], ends: [5], from: 12.75 },
  pallets: {
    name: "Pallets to the door",
    defaults: [120],
    places: ["AU NSW", "AU ACT", "AU VIC", "AU QLD", "AU SA"],
    ends: [1],
    from: 96.4,
  },
} as const satisfies Record<string, Way>;

interface Plan {
  supplierId: number;
  way: keyof typeof ways;
  isDisabled?: boolean;
}

/** The two suppliers with sign-in accounts have several rules; one rule is disabled. */
const plans: readonly Plan[] = [
  { supplierId: 1, way: "parcels" },
  { supplierId: 1, way: "overseas" },
  { supplierId: 1, way: "letters", isDisabled: true },
  { supplierId: 2, way: "bulky" },
  { supplierId: 2, way: "express" },
  { supplierId: 3, way: "fragile" },
  { supplierId: 3, way: "parcels" },
  { supplierId: 4, way: "satchels" },
  { supplierId: 5, way: "satchels" },
  { supplierId: 6, way: "fragile" },
  { supplierId: 7, way: "pallets" },
  { supplierId: 8, way: "parcels" },
  { supplierId: 9, way: "overseas" },
  { supplierId: 10, way: "fragile" },
  { supplierId: 12, way: "letters" },
  { supplierId: 14, way: "pallets" },
  { supplierId: 14, way: "bulky" },
  { supplierId: 17, way: "satchels" },
  { supplierId: 21, way: "express" },
  { supplierId: 25, way: "parcels" },
];

/** The ids of the rules follow the order of the plan. Requires suppliers. */
export async function seedShippingRules(db: Db, random: Random): Promise<void> {
  await db.insert(shippingRules).values(plans.map((plan, i) => ruleOf(i + 1, plan)));
  await db.insert(shippingRates).values(plans.flatMap(({ way }, i) => tiersOf(i + 1, ways[way], random)));
}

function ruleOf(id: number, { supplierId, way, isDisabled = false }: Plan): typeof shippingRules.$inferInsert {
  const { name, defaults }: Way = ways[way];
  const [domestic, international] = defaults;
  return {
    id,
    supplierId,
    name,
    isDisabled,
    defaultDomesticRate: exclusive(domestic, gst),
    sellAnywhereInternationally: international !== undefined,
    defaultInternationalRate: exclusive(international, gst),
  };
}

function tiersOf(
  shippingRuleId: number,
  { places, ends, from }: Way,
  random: Random,
): (typeof shippingRates.$inferInsert)[] {
  return places.flatMap((place) => {
    const [countryCode = null, state = null] = place.split(" ").filter(Boolean);
    // In steps of five cents, slightly different for each place.
    const first = Math.round(from * 20) + random.between(0, 40);
    return [...ends, null].map((quantityTo, i) => ({
      shippingRuleId,
      countryCode,
      state,
      quantityFrom: (ends[i - 1] ?? 0) + 1,
      quantityTo,
      ratePerItem: Math.round(first * (1 - i * 0.15)) / 20,
    }));
  });
}
