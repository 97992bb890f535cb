/** Shopify, through its Admin GraphQL API. */
import type { ShopKind } from "../shop.ts";
import { fulfilmentsOf } from "./fulfilments.ts";
import { graphOf } from "./graph.ts";
import { ordersOf } from "./orders.ts";
import { productsOf } from "./products.ts";
import { testShop } from "./settings.ts";
import { hasStopped, readWebhook, subscribe } from "./webhooks.ts";

export const shopify: ShopKind = {
  provenWith: null,
  open(connection, client, keys) {
    const graph = graphOf(connection, client);
    return {
      ...productsOf(graph, keys),
      ...ordersOf(graph),
      ...fulfilmentsOf(graph, keys),
      test: async () => ({ ...(await testShop(graph)), hasStopped: await hasStopped(graph, keys) }),
      subscribe: (address) => subscribe(graph, keys, address),
    };
  },
  readWebhook,
};
