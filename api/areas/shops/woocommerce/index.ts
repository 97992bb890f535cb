/** WooCommerce, through its REST API. */
import type { ShopKind } from "../shop.ts";
import { fulfilmentsOf } from "./fulfilments.ts";
import { ordersOf } from "./orders.ts";
import { productsOf } from "./products.ts";
import { restOf } from "./rest.ts";
import { testShop } from "./settings.ts";
import { readWebhook, subscribe } from "./webhooks.ts";

export const wooCommerce: ShopKind = {
  provenWith: "WooCommerce 10.0.2",
  open(connection, client, keys) {
    const rest = restOf(connection, client);
    return {
      ...productsOf(rest, keys),
      ...ordersOf(rest, keys),
      ...fulfilmentsOf(rest),
      test: () => testShop(rest, keys),
      subscribe: (address) => subscribe(rest, connection, keys, address),
    };
  },
  readWebhook,
};
