/** What suppliers of each trade sell, in words and sizes. */
import type { Trade } from "./descriptions.ts";
import type { Shape } from "./product-pictures.ts";

export interface Kind {
  name: string;
  /** The product type. */
  type: string;
  shape: Shape;
  /** Whole dollars inc GST. */
  price: readonly [least: number, most: number];
  /** Packed for shipping: kilograms, then height, width and depth in millimetres. */
  packed: readonly [weight: number, height: number, width: number, depth: number];
  /** The attributes by which variants of it differ: of its type, or of `ownAttributes`. */
  varies: readonly string[];
  says: string;
}

type Line = readonly [name: string, type: string, shape: Shape, price: Kind["price"], packed: Kind["packed"], varies: string, says: string];

const lines: Record<Trade, readonly Line[]> = {
  homewares: [
    [
      "Woven Basket",
      "Home",
      "basket",
      [35, 120],
      [0.9, 320, 380, 380],
      "Colour",
      "Woven by hand from natural fibres, with handles that carry a full load of washing.",
    ],
    [
      "Serving Tray",
      "Boards and Trays",
      "board",
      [49, 140],
      [1.2, 60, 320, 460],
      "Timber|Length (cm)",
      "Turned from offcuts and oiled twice, so that rings wipe off.",
    ],
    ["Cushion Cover", "Home", "cushion", [29, 85], [0.35, 40, 300, 300], "Colour", "A heavy weave with a hidden zip. The insert is sold separately."],
  ],
  outdoor: [
    ["Canvas Tent", "Tents", "tent", [389, 1290], [18.5, 320, 340, 980], "Sleeps|Colour", "Ripstop canvas on steel poles, tested in a Bass Strait gale."],
    ["Camp Chair", "Camping", "chair", [79, 210], [4.2, 180, 200, 1050], "Colour", "Folds flat, carries 150 kg and stands still on sand."],
    ["Sun Shirt", "Apparel", "shirt", [49, 95], [0.3, 40, 250, 300], "Clothing Size|Colour", "UPF 50+, dries in an hour, and keeps its colour in salt water."],
    ["Walking Boot", "Footwear", "boot", [149, 320], [1.6, 140, 240, 350], "Shoe Size", "Full-grain leather with a sole that can be replaced."],
  ],
  ceramics: [
    ["Dinner Bowl", "Kitchen", "bowl", [24, 68], [0.7, 90, 220, 220], "Colour", "Thrown and glazed in our own workshop: no two are quite alike."],
    ["Stoneware Mug", "Kitchen", "mug", [26, 48], [0.45, 120, 130, 160], "Colour", "Holds 320 mL and stays warm to the last mouthful."],
    ["Bud Vase", "Home", "jar", [32, 95], [0.8, 260, 140, 140], "Colour", "A reactive glaze over dark clay; watertight."],
  ],
  bedding: [
    [
      "Linen Sheet Set",
      "Bedding",
      "bed",
      [189, 420],
      [2.4, 120, 300, 400],
      "Bed Size|Colour",
      "Washed flax linen that is soft from the first night. Two pillowcases included.",
    ],
    ["Wool Quilt", "Bedding", "bed", [249, 560], [3.1, 260, 420, 520], "Bed Size", "Tasmanian wool in a cotton cover, quilted in channels."],
    ["Cotton Blanket", "Bedding", "towel", [99, 240], [1.9, 140, 340, 420], "Colour", "A waffle weave for summer, and a layer for winter."],
  ],
  textiles: [
    ["Merino Throw", "Home", "towel", [119, 290], [1.1, 100, 320, 400], "Colour", "Spun from the wool of a single station and woven on old looms."],
    ["Floor Rug", "Home", "frame", [180, 890], [6.8, 220, 240, 1650], "Colour", "Flat-woven, reversible, and kind to bare feet."],
    ["Work Apron", "Apparel", "shirt", [59, 110], [0.5, 50, 260, 320], "Clothing Size|Colour", "Heavy cotton with pockets where hands look for them."],
  ],
  candles: [
    ["Soy Candle", "Home", "candle", [24, 62], [0.6, 120, 110, 110], "Colour", "Poured by hand. Burns for 60 hours with a cotton wick."],
    ["Reed Diffuser", "Home", "jar", [39, 79], [0.55, 260, 100, 100], "Colour", "Scents of saltbush, lemon myrtle and rain; lasts four months."],
    ["Beeswax Tapers", "Home", "candle", [18, 44], [0.3, 50, 80, 320], "Colour", "Pure beeswax, in pairs, dripless away from a draught."],
  ],
  furniture: [
    ["Dining Chair", "Home", "chair", [289, 640], [7.9, 960, 520, 560], "Finish", "Solid timber, joined without screws, with a seat shaped to sit in."],
    ["Bedside Table", "Home", "chair", [340, 780], [12.5, 620, 480, 420], "Finish", "One drawer on wooden runners, oiled and ready to use."],
    ["Bench Seat", "Outdoor", "chair", [420, 990], [22, 480, 420, 1520], "Colour", "For hallways and verandahs. Weathers to silver outside."],
  ],
  kitchen: [
    ["Frying Pan", "Cookware", "pan", [79, 260], [2.6, 90, 300, 520], "Capacity (L)", "Cast in one piece and seasoned with flaxseed oil."],
    ["Casserole", "Cookware", "pot", [140, 380], [5.4, 210, 320, 320], "Capacity (L)|Colour", "Enamelled iron with a lid that keeps the steam."],
    [
      "Chopping Board",
      "Boards and Trays",
      "board",
      [59, 190],
      [2.2, 50, 320, 480],
      "Timber|Length (cm)",
      "End grain, kind to knives, with feet that do not slip.",
    ],
  ],
  lighting: [
    [
      "Table Lamp",
      "Lighting",
      "lamp",
      [129, 390],
      [2.8, 460, 320, 320],
      "Power Source|Colour",
      "A linen shade on a turned base, wired and tested in Australia.",
    ],
    ["Garden Lantern", "Lighting", "lamp", [59, 180], [1.4, 340, 200, 200], "Power Source", "Powder-coated steel that stands any weather."],
  ],
  toys: [
    ["Pull-along Wombat", "Home", "toy", [39, 72], [0.8, 160, 150, 240], "Colour", "Beech, painted with colours that are safe in mouths."],
    ["Stacking Animals", "Home", "toy", [34, 66], [0.9, 90, 220, 260], "Colour", "Twelve animals that balance, more or less."],
    [
      "Play Cape",
      "Apparel",
      "shirt",
      [29, 58],
      [0.25, 40, 220, 280],
      "Clothing Size|Colour",
      "Reversible, with a collar that comes off before anybody hangs from it.",
    ],
  ],
  stationery: [
    ["Lay-flat Notebook", "Home", "book", [19, 46], [0.4, 30, 160, 220], "Colour", "160 pages of paper that likes fountain pens."],
    ["Letter Set", "Home", "book", [22, 52], [0.35, 30, 180, 240], "Colour", "Twelve sheets and envelopes, printed on a letterpress."],
    ["Gift Card", "Gift Cards", "frame", [25, 250], [0.05, 5, 120, 180], "", "To be spent in our shop within three years."],
  ],
  art: [
    ["Framed Print", "Home", "frame", [89, 420], [3.2, 60, 620, 820], "Colour", "Numbered and signed, behind glass, ready to hang."],
    ["Enamel Sign", "Outdoor", "frame", [65, 190], [1.5, 30, 420, 620], "Colour", "Fired enamel on steel for a shed, a gate or a wall."],
  ],
  pantry: [
    ["Saltbush Dukkah", "Kitchen", "jar", [12, 28], [0.3, 120, 80, 80], "Pack Size", "Roasted hazelnuts, saltbush and native pepper."],
    ["Gift Hamper", "Home", "basket", [79, 240], [4.6, 260, 320, 420], "Pack Size", "Six things for a good shelf, in a basket that stays."],
    ["Storage Jar", "Kitchen", "jar", [19, 54], [0.9, 220, 140, 140], "Colour", "Airtight, and wide enough for a cup."],
  ],
  garden: [
    ["Hand Trowel", "Outdoor", "board", [29, 68], [0.5, 60, 90, 340], "Colour", "Forged in one piece, with a handle that can be replaced."],
    ["Frost-proof Planter", "Outdoor", "pot", [49, 290], [7.4, 360, 380, 380], "Colour", "Fired hot enough for Canberra winters."],
    ["Garden Clog", "Footwear", "boot", [69, 130], [0.9, 130, 230, 330], "Shoe Size|Colour", "Slips on at the back door and washes under the tap."],
  ],
  leather: [
    ["Satchel", "Apparel", "bag", [220, 540], [1.7, 140, 340, 420], "Colour", "Vegetable-tanned leather, stitched by hand with waxed linen."],
    ["Plain Belt", "Apparel", "bag", [79, 160], [0.4, 60, 160, 160], "Clothing Size|Colour", "Cut to length, with a solid brass buckle."],
    ["Dog Lead", "Outdoor", "bag", [49, 110], [0.35, 50, 140, 160], "Colour", "Two metres of bridle leather that softens with walks."],
  ],
  bath: [
    ["Bath Sheet", "Home", "towel", [59, 130], [0.9, 110, 300, 380], "Colour", "Waffle cotton that dries quickly, people included."],
    ["Olive Soap", "Home", "jar", [11, 26], [0.2, 40, 70, 100], "Colour", "Cured for six months. Nothing in it that needs a chemist to say."],
    ["Body Brush", "Home", "board", [24, 58], [0.3, 70, 100, 420], "Colour", "Tampico bristles in a handle that reaches everywhere."],
  ],
  pets: [
    ["Dog Bed", "Home", "cushion", [99, 280], [3.8, 240, 620, 820], "Colour", "The cover comes off with one zip and washes at 40 degrees."],
    ["Slow Bowl", "Home", "bowl", [29, 62], [0.8, 90, 240, 240], "Colour", "For dogs who believe each meal is the last."],
    ["Travel Mat", "Outdoor", "towel", [59, 120], [1.3, 120, 240, 620], "Colour", "Rolls up, shakes out, and does not slide in the tray of a ute."],
  ],
};

export const kindsOf = (trade: Trade): readonly Kind[] =>
  lines[trade].map(([name, type, shape, price, packed, varies, says]) => ({
    name,
    type,
    shape,
    price,
    packed,
    varies: varies.split("|").filter(Boolean),
    says,
  }));

/** What no type has: such attributes are of each product alone. */
export const ownAttributes: Readonly<Record<string, readonly string[]>> = {
  "Pack Size": ["Small", "Family", "Trade"],
  Finish: ["Raw", "Oiled", "Black Stain"],
};

/** What products of a kind are told apart by. */
export const ranges = [
  "Coral Bay",
  "Wilsons Prom",
  "Bright",
  "Yamba",
  "Kakadu",
  "Tilba",
  "Bruny",
  "Lorne",
  "Esperance",
  "Mossman",
  "Jindabyne",
  "Kangaroo Island",
  "Daintree",
  "Mallacoota",
  "Flinders",
  "Yarra",
  "Eden",
  "Bellingen",
  "Strahan",
  "Cowra",
  "Ningaloo",
  "Otway",
  "Clare",
  "Gloucester",
  "Millaa",
  "Barrington",
  "Denmark",
  "Robe",
  "Ulladulla",
  "Wineglass",
] as const satisfies readonly [string, ...string[]];
