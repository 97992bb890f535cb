/** Descriptions of suppliers, combined from a few phrases for each trade. */
import type { SupplierName } from "./names.ts";
import type { Random } from "./random.ts";

interface Phrases {
  makes: string;
  range: readonly [string, ...string[]];
  care: string;
}

const trades = {
  homewares: {
    makes: "useful things for the home that are made to be kept",
    range: [
      "Woven baskets in three sizes",
      "Wall hooks of recycled brass",
      "Trays turned from offcuts",
      "Mirrors with timber frames",
      "Doormats of coconut fibre",
    ],
    care: "Wipe with a damp cloth and oil timber twice a year.",
  },
  outdoor: {
    makes: "gear for camp, coast and backyard",
    range: [
      "Canvas swags and shelters",
      "Folding chairs that carry 150 kg",
      "Hammocks and straps",
      "Picnic rugs with a waxed base",
      "Enamel mugs and plates",
    ],
    care: "Dry canvas completely before it is packed away.",
  },
  ceramics: {
    makes: "tableware thrown, glazed and fired in our own workshop",
    range: [
      "Dinner sets for four and six",
      "Ramekins and small bowls",
      "Vases with a reactive glaze",
      "Hand-blown tumblers",
      "Serving platters",
    ],
    care: "Safe in the dishwasher; avoid sudden changes of temperature.",
  },
  bedding: {
    makes: "bed linen and blankets from natural fibres",
    range: [
      "Washed linen sheet sets",
      "Wool quilts in two weights",
      "Cotton blankets",
      "European pillowcases",
      "Cot sheets",
    ],
    care: "Wash at 40 degrees and dry in the shade.",
  },
  textiles: {
    makes: "cushions, rugs and throws from small mills",
    range: [
      "Merino throws",
      "Cushion covers with hidden zips",
      "Flat-woven rugs",
      "Tea towels in packs of three",
      "Fabric by the metre",
    ],
    care: "Spot clean wool; everything else takes a cold gentle wash.",
  },
  candles: {
    makes: "candles and scents poured by hand",
    range: ["Soy candles of 60 hours", "Beeswax tapers", "Reed diffusers", "Travel tins", "Refills for empty jars"],
    care: "Trim the wick to 5 mm before each burn.",
  },
  furniture: {
    makes: "solid-timber furniture joined without screws",
    range: [
      "Dining tables from 1.6 to 3 metres",
      "Benches and stools",
      "Bookcases",
      "Bedside tables",
      "Outdoor settings",
    ],
    care: "Keep out of direct sun and away from heaters.",
  },
  kitchen: {
    makes: "tools for people who cook every day",
    range: ["Cast-iron and copper pans", "Chopping boards", "Pour-over coffee sets", "Knife blocks", "Preserving jars"],
    care: "Wash by hand and dry at once.",
  },
  lighting: {
    makes: "lamps that are wired and tested in Australia",
    range: [
      "Table lamps with linen shades",
      "Pendants in spun metal",
      "Wall lights",
      "Garden lanterns",
      "Spare shades and globes",
    ],
    care: "Fixed lights must be fitted by a licensed electrician.",
  },
  toys: {
    makes: "wooden and soft toys that outlast a childhood",
    range: ["Stacking animals", "Pull-along wombats", "Puzzles of 24 and 48 pieces", "Dress-up capes", "Play kitchens"],
    care: "Tested to the Australian toy standard; not for children under 36 months where marked.",
  },
  stationery: {
    makes: "paper goods for desks and letters",
    range: [
      "Notebooks with lay-flat binding",
      "Letter sets",
      "Wall and desk calendars",
      "Gift wrap by the roll",
      "Fountain-pen inks",
    ],
    care: "Store flat and dry.",
  },
  art: {
    makes: "prints and signs by artists we know by name",
    range: [
      "Limited prints, numbered and signed",
      "Framed canvases",
      "Enamel signs",
      "Postcard sets",
      "Commissions on request",
    ],
    care: "Hang out of direct sunlight.",
  },
  pantry: {
    makes: "dry goods and gifts for the kitchen shelf",
    range: ["Saltbush dukkah", "Native pepper blends", "Gift hampers", "Refill tins", "Recipe cards"],
    care: "Best before dates are printed on each tin.",
  },
  garden: {
    makes: "tools and pots for Australian gardens",
    range: ["Forged hand tools", "Planters that survive frost", "Jute twine and rope", "Watering cans", "Raised beds"],
    care: "Oil blades after use; empty pots before a hard frost.",
  },
  leather: {
    makes: "belts, bags and straps in vegetable-tanned leather",
    range: ["Belts cut to length", "Satchels", "Key fobs", "Dog leads", "Leather care kits"],
    care: "Feed with balm every six months; never dry by a fire.",
  },
  bath: {
    makes: "soaps, brushes and towels for a quiet bathroom",
    range: [
      "Olive-oil soap bars",
      "Bath sheets in waffle cotton",
      "Back and nail brushes",
      "Bath salts",
      "Soap dishes",
    ],
    care: "Let soaps and brushes dry between uses.",
  },
  pets: {
    makes: "beds, bowls and treats for dogs and cats",
    range: [
      "Beds with washable covers",
      "Slow-feeder bowls",
      "Grain-free treats",
      "Travel mats",
      "Collars with reflective stitching",
    ],
    care: "Covers come off with one zip and wash at 40 degrees.",
  },
} as const satisfies Record<string, Phrases>;

export type Trade = keyof typeof trades;

/** Rich text as the editor produces it: from a single sentence to a page with lists. */
export function description({ name, city, trade }: SupplierName, length: "any" | "long", random: Random): string {
  const { makes, range, care }: Phrases = trades[trade];
  const since = random.between(1968, 2021);
  const safeName = name.replaceAll("&", "&amp;");
  const opening = `<p><strong>${safeName}</strong> makes ${makes}. We have worked from ${city} since ${since}.</p>`;
  const list = (tag: "ul" | "ol") => {
    const items = random.some(range, random.between(3, range.length));
    return `<p>What we send most:</p><${tag}>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</${tag}>`;
  };
  const parts = [
    list(random.chance(0.75) ? "ul" : "ol"),
    `<p>${care}</p>`,
    `<p>Orders placed before ${random.pick(["10 am", "noon", "1 pm"])} leave the <em>same business day</em>; allow ${random.between(2, 4)} to ${random.between(5, 9)} business days for delivery, and more for ${random.pick(["Western Australia", "Tasmania", "the Northern Territory", "regional Queensland"])}.</p>`,
    `<p>We are a team of ${random.between(2, 40)}. Ask for trade prices from ${random.between(5, 20)} pieces, and tell us what you think: <u>we answer every letter</u>.</p>`,
    "<p>Returns are welcome within 30 days, <strong>unused and in their box</strong>. Pieces made to order cannot be returned unless they arrive damaged.</p>",
  ];
  return [opening, ...(length === "long" ? parts : random.some(parts, random.between(0, parts.length)))].join("");
}
