/** Translates a listing into a product of Shopify. */
import { createHash } from "node:crypto";
import type { ChannelListing, Offer } from "#api/areas/channels/channel.ts";
import { round2 } from "#contract/rules/money.ts";
import type { ProductPicture } from "./pictures.ts";
import type { ShopifyProduct, ShopifyVariant } from "./product-state.ts";
import type { ShopifySettings } from "./settings.ts";

/** How Shopify calls the only option, and its only value, of a product without variants. */
const noOption = { name: "Title", value: "Default Title" } as const;
/** A variant needs a value of every option. */
const noValue = "–";
const longestText = 255;

interface Options {
  /** In the order of their first appearance. */
  names: string[];
  /** Of every variant, in the order of the names. */
  values: string[][];
}

function optionsOf({ variants }: ChannelListing): Options {
  const used = variants.flatMap(({ options }) => options.filter(({ value }) => value !== ""));
  const names = [...new Set(used.map(({ attribute }) => attribute || "Option"))];
  if (names.length === 0) return { names: ["Variant"], values: variants.map(({ name }) => [name || noValue]) };
  const valueFor = ({ options }: ChannelListing["variants"][number], name: string) =>
    options.find(({ attribute, value }) => (attribute || "Option") === name && value !== "")?.value ?? noValue;
  return { names, values: variants.map((variant) => names.map((name) => valueFor(variant, name))) };
}

export interface ProductSource {
  listing: ChannelListing;
  settings: ShopifySettings;
  /** As it is in the shop; undefined if it is not there. */
  before: ShopifyProduct | undefined;
  pictures: ProductPicture[];
  now: Date;
}

/** The fields of Shopify's `ProductSetInput`. Lists replace what the shop has: variants that are not in it are removed. */
export function productInput(source: ProductSource): Record<string, unknown> {
  const { listing, pictures, now } = source;
  const isOver = listing.availableTo !== null && Date.parse(listing.availableTo) <= now.getTime();
  return {
    title: listing.name,
    descriptionHtml: listing.description,
    vendor: (listing.brand || listing.supplier.name).slice(0, longestText),
    productType: listing.productType.slice(0, longestText),
    status: isOver ? "DRAFT" : "ACTIVE",
    files: pictures.map(({ file, label }) => ({ ...file, alt: label })),
    ...variantsInput(source),
  };
}

function variantsInput(source: ProductSource): Record<string, unknown> {
  const { listing, before } = source;
  const there = before?.variants ?? [];
  if (listing.variants.length === 0) {
    const [existing] = matched([{ sku: listing.sku, options: [noOption.value] }], there);
    return {
      productOptions: [{ name: noOption.name, values: [{ name: noOption.value }] }],
      variants: [
        {
          ...variantInput(source, listing, existing ?? there[0]),
          optionValues: [{ optionName: noOption.name, name: noOption.value }],
        },
      ],
    };
  }
  const { names, values } = optionsOf(listing);
  const existing = matched(
    listing.variants.map(({ sku }, i) => ({ sku, options: values[i] ?? [] })),
    there,
  );
  return {
    productOptions: names.map((name, i) => ({
      name,
      values: [...new Set(values.map((own) => own[i] ?? noValue))].map((value) => ({ name: value })),
    })),
    variants: listing.variants.map((variant, i) => ({
      ...variantInput(source, variant, existing[i]),
      position: i + 1,
      optionValues: names.map((name, j) => ({ optionName: name, name: values[i]?.[j] ?? noValue })),
      ...fileOf(source, variant.image),
    })),
  };
}

type Wanted = Pick<ShopifyVariant, "sku" | "options">;

/** Returns for each the variant that is there with its SKU, or else with its options. Each is used once. */
function matched(wanted: readonly Wanted[], there: readonly ShopifyVariant[]): (ShopifyVariant | undefined)[] {
  const left = new Set(there);
  const found = new Map<Wanted, ShopifyVariant>();
  const hasSku = (own: Wanted) => (each: ShopifyVariant) => own.sku !== "" && each.sku === own.sku;
  const hasOptions = (own: Wanted) => (each: ShopifyVariant) =>
    JSON.stringify(each.options) === JSON.stringify(own.options);
  for (const isMeant of [hasSku, hasOptions])
    for (const own of wanted.filter((each) => !found.has(each))) {
      const variant = [...left].find(isMeant(own));
      if (!variant) continue;
      found.set(own, variant);
      left.delete(variant);
    }
  return wanted.map((own) => found.get(own));
}

function fileOf({ pictures }: ProductSource, url: string | null) {
  const found = pictures.find((picture) => picture.url === url);
  return found ? { file: found.file } : {};
}

function variantInput({ settings, listing }: ProductSource, offer: Offer, existing: ShopifyVariant | undefined) {
  const isManaged = offer.stock !== null;
  return {
    ...(existing && { id: existing.id }),
    sku: offer.sku,
    taxable: listing.taxClass === "taxable",
    ...(offer.gtin !== "" && { barcode: offer.gtin }),
    ...pricesOf(offer, settings),
    inventoryPolicy: "DENY",
    inventoryItem: {
      tracked: isManaged,
      requiresShipping: true,
      measurement: { weight: { unit: settings.weightUnit, value: weightOf(offer, settings) } },
    },
    ...(isManaged && {
      inventoryQuantities: [
        { locationId: settings.locationId, name: "available", quantity: Math.trunc(offer.stock ?? 0) },
      ],
    }),
  };
}

/** Decimals as text, as Shopify wants money. Without GST only if the shop adds it to its prices. */
function pricesOf({ prices }: Offer, { taxesIncluded }: ShopifySettings) {
  const sale = taxesIncluded ? prices.saleIncGst : round2(prices.saleExGst);
  const recommended = taxesIncluded ? prices.recommendedIncGst : round2(prices.recommendedExGst);
  return { price: sale.toFixed(2), compareAtPrice: recommended > sale ? recommended.toFixed(2) : null };
}

const perKilogram = { KILOGRAMS: 1, GRAMS: 1_000, POUNDS: 1 / 0.45359237, OUNCES: 16 / 0.45359237 } as const;

/** In the shop's unit; zero if it is not known. */
function weightOf({ parcel }: Offer, { weightUnit }: ShopifySettings): number {
  return Math.round((parcel.weightKg ?? 0) * perKilogram[weightUnit] * 10_000) / 10_000;
}

/** The end of the product's address in the shop: its name, and something that no other product has. */
export function newHandle({ name, productId, marketplaceId }: ChannelListing): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80);
  const own = createHash("sha256").update(`${marketplaceId} ${productId}`).digest("hex").slice(0, 6);
  return [...words.split("-").filter((word) => word !== ""), `${productId}${own}`].join("-");
}
