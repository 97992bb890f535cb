/** The category tree of marketplaces in three levels, and the kinds of products in each leaf. */
import type { Kind } from "./product-kinds.ts";

type Leaves = Readonly<Record<string, readonly Kind["name"][]>>;

const tree: Readonly<Record<string, Readonly<Record<string, Leaves>>>> = {
  Home: {
    Decor: {
      Vases: ["Bud Vase"],
      Baskets: ["Woven Basket"],
      Cushions: ["Cushion Cover"],
      "Wall Art": ["Framed Print"],
      Clocks: [],
      Mirrors: [],
      Candles: ["Soy Candle", "Beeswax Tapers"],
      "Home Fragrance": ["Reed Diffuser"],
    },
    Textiles: { Throws: ["Merino Throw"], Rugs: ["Floor Rug"], Curtains: [], "Door Mats": [] },
    Lighting: { "Table Lamps": ["Table Lamp"], "Floor Lamps": [], "Pendant Lights": [], "Light Bulbs": [] },
    Storage: { "Boxes and Crates": [], "Coat Racks": [], Shelving: [], Laundry: [] },
  },
  Furniture: {
    "Living Room": { Sofas: [], Armchairs: [], "Coffee Tables": [], "TV Units": [] },
    "Dining Room": { "Dining Chairs": ["Dining Chair"], "Dining Tables": [], Sideboards: [], "Bar Stools": [] },
    Bedroom: { "Bedside Tables": ["Bedside Table"], "Bed Frames": [], Wardrobes: [], Dressers: [] },
    Hallway: { Benches: ["Bench Seat"], Consoles: [], "Shoe Cabinets": [] },
  },
  "Kitchen and Dining": {
    Cookware: { "Frying Pans": ["Frying Pan"], Casseroles: ["Casserole"], Saucepans: [], Bakeware: [] },
    Preparation: { "Chopping Boards": ["Chopping Board"], Knives: [], "Mixing Bowls": [], Utensils: [] },
    Tableware: {
      Bowls: ["Dinner Bowl"],
      Mugs: ["Stoneware Mug"],
      Plates: [],
      Glassware: [],
      "Serving Trays": ["Serving Tray"],
    },
    "Food Storage": { Jars: ["Storage Jar"], Canisters: [], "Lunch Boxes": [] },
    Pantry: {
      "Honey and Spices": ["Saltbush Honey"],
      Hampers: ["Gift Hamper"],
      "Tea and Coffee": [],
      Preserves: [],
    },
  },
  "Bed and Bath": {
    Bedding: {
      "Sheet Sets": ["Linen Sheet Set"],
      Quilts: ["Wool Quilt"],
      Blankets: ["Cotton Blanket"],
      Pillows: [],
      "Mattress Protectors": [],
    },
    Bathroom: { Towels: ["Bath Sheet"], "Bath Mats": [], "Bathroom Accessories": [] },
    "Body Care": { Soap: ["Olive Soap"], Brushes: ["Body Brush"], Lotions: [] },
  },
  Outdoor: {
    Camping: { Tents: ["Canvas Tent"], "Camp Furniture": ["Camp Chair"], "Sleeping Bags": [], Coolers: [] },
    Garden: { "Garden Tools": ["Hand Trowel"], Planters: ["Frost-proof Planter"], Watering: [], Seeds: [] },
    "Outdoor Living": { Lanterns: ["Garden Lantern"], Signs: ["Enamel Sign"], "Outdoor Furniture": [], Barbecues: [] },
  },
  Fashion: {
    Clothing: { Shirts: ["Sun Shirt"], Aprons: ["Work Apron"], Knitwear: [], Hats: [] },
    Footwear: { Boots: ["Walking Boot"], "Garden Shoes": ["Garden Clog"], Sandals: [], Socks: [] },
    Accessories: { Bags: ["Satchel"], Belts: ["Plain Belt"], Wallets: [], Scarves: [] },
  },
  Children: {
    Toys: {
      "Wooden Toys": ["Pull-along Wombat"],
      "Stacking and Building": ["Stacking Animals"],
      Puzzles: [],
      "Soft Toys": [],
    },
    "Dressing Up": { Costumes: ["Play Cape"], Masks: [] },
    Nursery: { Cots: [], "Baby Blankets": [] },
  },
  "Pets and Hobbies": {
    Dogs: { "Dog Beds": ["Dog Bed"], Leads: ["Dog Lead"], "Dog Bowls": ["Slow Bowl"], Travel: ["Travel Mat"] },
    Cats: { "Cat Beds": [], Scratchers: [] },
    Stationery: {
      Notebooks: ["Lay-flat Notebook"],
      "Writing Paper": ["Letter Set"],
      "Gift Cards": ["Gift Card"],
      Pens: [],
    },
  },
};

export interface Category {
  /** Fully qualified. */
  path: string;
  kinds: readonly string[];
}

/** All categories of all three levels, parents first. */
export const categoryTree: readonly Category[] = Object.entries(tree).flatMap(([root, branches]) => [
  { path: root, kinds: [] },
  ...Object.entries(branches).flatMap(([branch, leaves]) => [
    { path: `${root} > ${branch}`, kinds: [] },
    ...Object.entries(leaves).map(([leaf, kinds]) => ({ path: `${root} > ${branch} > ${leaf}`, kinds })),
  ]),
]);

export const departments = [
  "New Arrivals",
  "Best Sellers",
  "Made in Australia",
  "Gifts",
  "For the Home",
  "Around the Table",
  "Bed and Bath",
  "In the Garden",
  "On the Road",
  "To Wear",
  "For Children",
  "For Pets",
] as const satisfies readonly [string, ...string[]];
