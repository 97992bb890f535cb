/** Translates a listing into the fields of a product in WooCommerce. */
import type { ChannelListing, Offer } from "#api/areas/channels/channel.ts";
import type { WooSettings } from "./settings.ts";

const gramsIn: Readonly<Record<string, number>> = { kg: 1_000, g: 1, lbs: 453.59237, oz: 28.349523125 };
const millimetresIn: Readonly<Record<string, number>> = { m: 1_000, cm: 10, mm: 1, in: 25.4, yd: 914.4 };

/** Empty if it is not known. An unknown unit counts as WooCommerce's own default. */
const measure = (value: number | null, own: number, unit: number) =>
  value === null ? "" : String(Number(((value * own) / unit).toFixed(4)));

function sizesOf({ parcel }: Offer, settings: WooSettings) {
  const weight = gramsIn[settings.weightUnit] ?? 1_000;
  const length = millimetresIn[settings.dimensionUnit] ?? 10;
  return {
    weight: measure(parcel.weightKg, 1_000, weight),
    dimensions: {
      length: measure(parcel.depthMm, 1, length),
      width: measure(parcel.widthMm, 1, length),
      height: measure(parcel.heightMm, 1, length),
    },
  };
}

/** With two decimals, or with four where they count. */
const price = (amount: number) => amount.toFixed(4).replace(/00$/, "");

/** In the way the shop enters prices: inc GST, unless it adds taxes to what was entered. */
function pricesOf({ prices }: Offer, { calculatesTaxes, pricesIncludeTax }: WooSettings) {
  const isIncGst = pricesIncludeTax || !calculatesTaxes;
  const regular = isIncGst ? prices.recommendedIncGst : prices.recommendedExGst;
  const sale = isIncGst ? prices.saleIncGst : prices.saleExGst;
  // WooCommerce ignores a sale price that is not lower.
  return sale < regular
    ? { regular_price: price(regular), sale_price: price(sale) }
    : { regular_price: price(sale), sale_price: "" };
}

/** Shops that do not manage stock at all look at the status alone. */
const stockOf = ({ stock }: Offer) =>
  stock === null
    ? { manage_stock: false, stock_status: "instock" }
    : { manage_stock: true, stock_quantity: stock, stock_status: stock > 0 ? "instock" : "outofstock" };

/** WooCommerce divides values at this character. */
const withoutDelimiter = (value: string) => value.replaceAll("|", "/");

export const optionsOf = ({ options }: ChannelListing["variants"][number]) =>
  options.map(({ attribute, value }) => ({ name: attribute, option: withoutDelimiter(value) }));

interface Attribute {
  name: string;
  options: string[];
  visible: boolean;
  variation: boolean;
}

/** Attributes in which variants differ come first, and the supplier last, for the shop's staff alone. */
function attributesOf({ variants, attributes, supplier }: ChannelListing): (Attribute & { position: number })[] {
  const found = new Map<string, Attribute>();
  const add = (name: string, values: string[], traits: Pick<Attribute, "visible" | "variation">) => {
    const key = name.trim().toLowerCase();
    const before = found.get(key);
    if (!before) found.set(key, { name, options: [...new Set(values)], ...traits });
    else if (before.variation && traits.variation) before.options = [...new Set([...before.options, ...values])];
  };
  for (const variant of variants)
    for (const { name, option } of optionsOf(variant)) add(name, [option], { visible: true, variation: true });
  for (const { name, values } of attributes)
    add(name, values.map(withoutDelimiter), { visible: true, variation: false });
  add("Supplier", [withoutDelimiter(supplier.name)], { visible: false, variation: false });
  return [...found.values()].map((attribute, position) => ({ ...attribute, position }));
}

/** A referral has one page at the supplier, whatever variants it has there. */
export const hasVariations = ({ variants, referral }: ChannelListing): boolean => !referral && variants.length > 0;

export function productFields(listing: ChannelListing, settings: WooSettings): Record<string, unknown> {
  const { name, description, sku, referral } = listing;
  const common = {
    name,
    description,
    sku,
    // Variations have that of their product.
    tax_status: listing.taxClass === "taxable" ? "taxable" : "none",
    attributes: attributesOf(listing),
    ...sizesOf(listing, settings),
  };
  if (hasVariations(listing)) return { ...common, type: "variable", manage_stock: false };
  if (referral)
    return {
      ...common,
      ...pricesOf(listing, settings),
      type: "external",
      external_url: referral.url,
      button_text: referral.callToAction,
    };
  return { ...common, ...pricesOf(listing, settings), ...stockOf(listing), type: "simple" };
}

export const variationFields = (
  variant: ChannelListing["variants"][number],
  position: number,
  settings: WooSettings,
): Record<string, unknown> => ({
  sku: variant.sku,
  status: "publish",
  attributes: optionsOf(variant),
  menu_order: position,
  ...pricesOf(variant, settings),
  ...stockOf(variant),
  ...sizesOf(variant, settings),
});

/** In their sequence, the product's own picture first. */
export function picturesOf({ image, images }: ChannelListing, now: Date): { src: string; alt: string }[] {
  const pictures = new Map<string, string>();
  if (image) pictures.set(image, "");
  for (const { url, label, availableFrom } of images)
    if (availableFrom === null || new Date(availableFrom) <= now) pictures.set(url, pictures.get(url) || label);
  return [...pictures].map(([src, alt]) => ({ src, alt }));
}

/**
 * Whether the product can be seen. WordPress publishes a scheduled product by itself; it has nothing that takes one
 * away again, so that a product is seen until it is sent for the next time after its last day.
 */
export function visibilityOf(
  { availableFrom, availableTo }: ChannelListing,
  statusBefore: string | undefined,
  now: Date,
): { status: string; date_created_gmt?: string } {
  if (availableTo !== null && new Date(availableTo) <= now) return { status: "draft" };
  if (availableFrom !== null && new Date(availableFrom) > now)
    return { status: "future", date_created_gmt: gmt(new Date(availableFrom)) };
  // A scheduled product stays scheduled until its date is in the past.
  return { status: "publish", ...(statusBefore === "future" && { date_created_gmt: gmt(now) }) };
}

/** As WordPress writes moments in UTC: without milliseconds, and without a zone, which it would take for another one. */
export const gmt = (moment: Date): string => moment.toISOString().slice(0, 19);
