/** Opens a shop of the tests in the way the system does, with keys in memory. */
import type { ChannelListing } from "#api/areas/channels/channel.ts";
import type { Shop, ShopConnection, ShopKeys } from "#api/areas/shops/shop.ts";
import { shopClient } from "#api/areas/shops/shop-client.ts";
import { shopify } from "#api/areas/shops/shopify/index.ts";
import { keysInMemory } from "../keys.ts";
import type { ShopifyShop } from "../shopify.ts";

export const connectionTo = ({
  url,
  token,
  secret,
}: Pick<ShopifyShop, "url" | "token" | "secret">): ShopConnection => ({
  url,
  key: "",
  secret: token,
  webhookSecret: secret,
});

interface Opening {
  traits?: Partial<ShopConnection>;
  keys?: ShopKeys;
  timeoutMs?: number;
  patienceMs?: number;
}

export function opened(
  server: ShopifyShop,
  { traits, keys = keysInMemory(), timeoutMs = 2_000, patienceMs = 2_000 }: Opening = {},
): Shop {
  const client = shopClient({ allowPrivate: true, timeoutMs, patienceMs });
  return shopify.open({ ...connectionTo(server), ...traits }, client, keys);
}

export const pictureOf = (name: string) => `https://cdn.example/api/v1/files/image/${name}`;
const parcel = { weightKg: 1.25, heightMm: 300, widthMm: 205, depthMm: 150 };
const prices = { recommendedExGst: 90, recommendedIncGst: 99, saleExGst: 72.7273, saleIncGst: 80 };

export const listing: ChannelListing = {
  marketplaceId: 1,
  productId: 7,
  marketplaceSku: null,
  supplier: { id: 3, name: "Harbour Homewares" },
  productType: "Home > Lighting",
  description: "<p>A <strong>warm</strong> light.</p>",
  availableFrom: null,
  availableTo: null,
  brand: "",
  taxClass: "taxable",
  sku: "LAMP-1",
  gtin: "",
  name: "Désk lamp",
  image: pictureOf("a"),
  prices,
  stock: 12,
  parcel,
  images: [
    { url: pictureOf("b"), label: "From behind", availableFrom: null },
    { url: pictureOf("a"), label: "From the front", availableFrom: null },
  ],
  attributes: [{ name: "Material", values: ["Brass"] }],
  variants: [],
  shipping: { method: null, domestic: null, international: null, shippingRuleId: null, notes: "" },
  referral: null,
  missing: [],
};

type Variant = ChannelListing["variants"][number];

export const variantOf = (id: number, options: Record<string, string>, traits: Partial<Variant> = {}): Variant => ({
  id,
  sku: `LAMP-1-${id}`,
  gtin: "",
  name: `Desk lamp ${id}`,
  image: null,
  prices,
  stock: 5,
  parcel,
  options: Object.entries(options).map(([attribute, value]) => ({ attribute, value })),
  ...traits,
});

export const divided: ChannelListing = {
  ...listing,
  variants: [
    variantOf(1, { Colour: "Red", Size: "Small" }, { image: pictureOf("red") }),
    variantOf(2, { Colour: "Blue", Size: "Small" }, { stock: null }),
  ],
};
