/** Opens a shop of the tests in the way the system does, with keys in memory. */
import type { ChannelListing } from "#api/areas/channels/channel.ts";
import type { Shop, ShopConnection } from "#api/areas/shops/shop.ts";
import { type ShopClient, shopClient } from "#api/areas/shops/shop-client.ts";
import { wooCommerce } from "#api/areas/shops/woocommerce/index.ts";
import { keysInMemory } from "../keys.ts";
import type { WooShop } from "../woocommerce.ts";

export const webhookSecret = "the secret of our webhooks";

interface Opened {
  shop: Shop;
  keys: ReturnType<typeof keysInMemory>;
  client: ShopClient;
}

export function openedShop(
  { url, key, secret }: Pick<WooShop, "url" | "key" | "secret">,
  traits: Partial<ShopConnection> = {},
  keys = keysInMemory(),
  limits: { timeoutMs?: number; patienceMs?: number } = {},
): Opened {
  const client = shopClient({ allowPrivate: true, ...limits });
  return { shop: wooCommerce.open({ url, key, secret, webhookSecret, ...traits }, client, keys), keys, client };
}

const parcel = { weightKg: 1.25, heightMm: 300, widthMm: 205, depthMm: 150 };
const prices = { recommendedExGst: 90, recommendedIncGst: 99, saleExGst: 72.7273, saleIncGst: 80 };

export const listing: ChannelListing = {
  marketplaceId: 1,
  productId: 7,
  marketplaceSku: null,
  supplier: { id: 3, name: "Harbour Homewares" },
  productType: "Home > Lighting & Lamps",
  description: "<p>A <strong>warm</strong> light.</p>",
  availableFrom: null,
  availableTo: null,
  brand: "",
  taxClass: "taxable",
  sku: "LAMP-1",
  gtin: "",
  name: "Desk lamp",
  image: "https://cdn.example/api/v1/files/image/a.jpg",
  prices,
  stock: 12,
  parcel,
  images: [
    { url: "https://cdn.example/api/v1/files/image/b.jpg", label: "From behind", availableFrom: null },
    { url: "https://cdn.example/api/v1/files/image/a.jpg", label: "From the front", availableFrom: null },
  ],
  attributes: [{ name: "Material", values: ["Brass", "Linen"] }],
  variants: [],
  shipping: { method: null, domestic: null, international: null, shippingRuleId: null, notes: "" },
  referral: null,
  missing: [],
};

export const variantOf = (id: number, colour: string, traits: Partial<ChannelListing["variants"][number]> = {}) => ({
  id,
  sku: `LAMP-1-${colour.toUpperCase()}`,
  gtin: "",
  name: `Desk lamp ${colour}`,
  image: null,
  prices,
  stock: 5,
  parcel,
  options: [{ attribute: "Colour", value: colour }],
  ...traits,
});

export const divided: ChannelListing = {
  ...listing,
  variants: [variantOf(21, "Red"), variantOf(22, "Green", { stock: null })],
};
