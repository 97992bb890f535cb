import type { ShopKindName } from "#contract/marketplaces/shops.ts";
import type { ShopKind } from "./shop.ts";
import { shopify } from "./shopify/index.ts";
import { wooCommerce } from "./woocommerce/index.ts";

export const shopKindsByName: Readonly<Record<ShopKindName, ShopKind>> = { wooCommerce, shopify };
