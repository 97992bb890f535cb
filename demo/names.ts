/** Invented businesses in real places with their real postcodes. */
import type { Trade } from "./descriptions.ts";

export interface Place {
  city: string;
  state: string;
  postCode: string;
}

export interface SupplierName extends Place {
  name: string;
  trade: Trade;
}

const supplierLines = `
Acacia Homewares|homewares|Fremantle WA 6160
Banksia Outdoors|outdoor|Hobart TAS 7000
Tideline Ceramics|ceramics|Newtown NSW 2042
Bluegum Bedding|bedding|Collingwood VIC 3066
Wattle & Wool|textiles|Fyshwick ACT 2609
Red Centre Candles|candles|Alice Springs NT 0870
Barossa Barrel Works|furniture|Tanunda SA 5352
Reef & Ripple|outdoor|Cairns QLD 4870
Currawong Kitchen|kitchen|Marrickville NSW 2204
Lantern Lane Lighting|lighting|Brunswick VIC 3056
Southerly Surf Supply|outdoor|Torquay VIC 3228
Little Wombat Toys|toys|Orange NSW 2800
Copperhead Cookware|kitchen|Port Adelaide SA 5015
Jarrah & Co Furniture|furniture|Margaret River WA 6285
Magpie Stationers|stationery|Norwood SA 5067
Paperbark Prints|art|Byron Bay NSW 2481
Saltbush Pantry|pantry|Broken Hill NSW 2880
Kookaburra Kids|toys|Toowoomba City QLD 4350
Cradle Mountain Woollens|textiles|Launceston TAS 7250
Galah Garden Goods|garden|Wagga Wagga NSW 2650
Pandanus Rugs|textiles|Noosa Heads QLD 4567
Spinifex Leather|leather|Broome WA 6725
Bellbird Bath|bath|Katoomba NSW 2780
Stringybark Tools|garden|Bendigo VIC 3550
Coolibah Coffee Ware|kitchen|Fortitude Valley QLD 4006
Harlequin Haberdashery|textiles|Abbotsford VIC 3067
Lyrebird Lamps|lighting|Daylesford VIC 3460
Mangrove Lighting|lighting|Darwin City NT 0800
Nullarbor Outfitters|outdoor|Geraldton WA 6530
Old Wharf Rope & Twine|garden|Newcastle NSW 2300
Pinnacle Pet Beds|pets|Dandenong VIC 3175
Quokka Play|toys|Subiaco WA 6008
Ridgeline Racks|furniture|Parramatta NSW 2150
Sandalwood & Sage|candles|Albany WA 6330
Tamar Valley Linen|bedding|Devonport TAS 7310
Umber & Ochre|art|Braddon ACT 2612
Verandah Furniture|furniture|Rockhampton City QLD 4700
Waratah Glass|ceramics|Wollongong NSW 2500
Yabby Creek Baskets|homewares|Mildura VIC 3500
Zephyr Hammocks|outdoor|Burleigh Heads QLD 4220
Apple Isle Boards|kitchen|Burnie TAS 7320
Billabong Bath Co|bath|West End QLD 4101
Cockatoo Cushions|textiles|Richmond VIC 3121
Dingo & Daughter|leather|Dubbo NSW 2830
Echidna Brushes|bath|Mount Gambier SA 5290
Firetail Fabrics|textiles|Geelong VIC 3220
Goldfields Clocks|homewares|Ballarat Central VIC 3350
Hahndorf Honey & Wax|candles|Hahndorf SA 5245
Ironbark Joinery|furniture|Bathurst NSW 2795
Jacaranda Journals|stationery|Maleny QLD 4552
Katherine Gorge Canvas|art|Katherine NT 0850
Limestone Coast Planters|garden|Victor Harbor SA 5211
Mulga Mirrors|homewares|Alexandria NSW 2015
Northside Pet Pantry|pets|Mona Vale NSW 2103
Pearl Coast Tableware|ceramics|Bunbury WA 6230
Riverbend Remnants|textiles|Mackay QLD 4740
Shearwater Blankets|bedding|Warrnambool VIC 3280
Tin Shed Signs|art|Townsville City QLD 4810
Windmill Wicks|candles|Adelaide SA 5000
Yarn & Yonder|textiles|Mitchell ACT 2911
`;

function placeFrom(line: string): Place {
  const [, city = "", state = "", postCode = ""] = line.match(/^(.+) ([A-Z]+) (\d{4})$/) ?? [];
  return { city, state, postCode };
}

export const supplierNames: readonly SupplierName[] = supplierLines
  .trim()
  .split("\n")
  .map((line) => {
    const [name = "", trade = "", place = ""] = line.split("|");
    return { name, trade: trade as Trade, ...placeFrom(place) };
  });

export const streets: readonly [string, ...string[]] = [
  "Anchor Street",
  "Argyle Street",
  "Bakers Lane",
  "Bank Street",
  "Beach Road",
  "Bridge Street",
  "Cannery Road",
  "Church Street",
  "Commercial Road",
  "Cooper Street",
  "Depot Road",
  "Factory Lane",
  "Foundry Street",
  "George Street",
  "Harbour Esplanade",
  "High Street",
  "Industry Drive",
  "King Street",
  "Laneway Place",
  "Market Street",
  "Mill Road",
  "Mitchell Street",
  "Orchard Road",
  "Park Terrace",
  "Queen Street",
  "Railway Parade",
  "River Road",
  "Smith Street",
  "Station Street",
  "Tannery Lane",
  "Victoria Street",
  "Wharf Road",
  "Woolstore Lane",
  "Workshop Court",
];

export const people: readonly [string, ...string[]] = [
  "Asha Menon",
  "Bec Turnbull",
  "Callum Reid",
  "Dee Papadakis",
  "Eddie Laurie",
  "Farah Aziz",
  "Greta Holm",
  "Huy Tran",
  "Isla Munro",
  "Joel Whitby",
  "Kirra Bancroft",
  "Leo Santoro",
  "Mei Lin Zhou",
  "Nadia Petrov",
  "Owen Gallagher",
];

/** Converts `Harbour & Co` to `harbour-co`. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
