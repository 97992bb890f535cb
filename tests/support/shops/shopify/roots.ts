/** The root fields of the interface, with the permissions that they need. */
import type { ShopifyShop } from "../shopify.ts";
import { type Args, connection, type Root } from "./graphql.ts";
import { GraphqlError } from "./graphql-parser.ts";
import type { StoredOrder } from "./orders.ts";
import { locationId, onlineStoreId } from "./parts.ts";
import { shownOrder, shownRefund } from "./shown-order.ts";

const neededScopes: Record<string, string> = {
  fulfillment: "read_orders",
  fulfillmentCancel: "write_merchant_managed_fulfillment_orders",
  fulfillmentCreate: "write_merchant_managed_fulfillment_orders",
  fulfillmentOrder: "read_merchant_managed_fulfillment_orders",
  fulfillmentTrackingInfoUpdate: "write_merchant_managed_fulfillment_orders",
  inventoryActivate: "write_inventory",
  location: "read_locations",
  order: "read_orders",
  orders: "read_orders",
  productByIdentifier: "read_products",
  productSet: "write_products",
  productUpdate: "write_products",
  productVariants: "read_products",
  publications: "read_publications",
  publishablePublish: "write_publications",
  refund: "read_orders",
};

const publications = [
  { id: "gid://shopify/Publication/600", name: "Point of Sale", supportsFuturePublishing: false },
  { id: onlineStoreId, name: "Online Store", supportsFuturePublishing: true },
];

export function rootsOf(shop: ShopifyShop): { query: Root; mutation: Root } {
  const { products, orders, fulfilments, webhooks, settings } = shop;

  const shown = (order: StoredOrder): Args => ({
    ...shownOrder(order, shop),
    fulfillments: () => fulfilments.of(order.id).map((each) => fulfilments.shown(each)),
    fulfillmentOrders: (args: Args) =>
      connection(
        fulfilments.ordersOf(order.id).map((each) => fulfilments.shownOrder(each)),
        args,
      ),
  });
  const shownIf = <Stored>(stored: Stored | undefined, show: (stored: Stored) => object) => stored && show(stored);

  const query: Root = {
    shop: () => settings,
    currentAppInstallation: () => ({ accessScopes: shop.scopes.map((handle) => ({ handle })) }),
    location: () => ({ id: locationId }),
    publications: (args) => connection(publications, args),
    productByIdentifier: ({ identifier }) =>
      shownIf(products.byIdentifier(identifier as object), (product) => products.shown(product)),
    productVariants: ({ query: sought, ...args }) => connection(products.search(String(sought)), args),
    orders: ({ query: sought, sortKey, ...args }) => {
      if (sortKey !== "UPDATED_AT")
        throw new Error("The test shop sorts orders by the moment of their last change only.");
      const { nodes, pageInfo } = orders.changed(String(sought), args);
      return { nodes: nodes.map(shown), pageInfo };
    },
    order: ({ id }) => shownIf(orders.all.get(String(id)), shown),
    refund: ({ id }) =>
      shownIf(
        [...orders.all.values()].flatMap(({ refunds }) => refunds).find((each) => each.id === id),
        (refund) => shownRefund(refund, settings),
      ),
    fulfillment: ({ id }) => shownIf(fulfilments.all.get(String(id)), (each) => fulfilments.shown(each)),
    fulfillmentOrder: ({ id }) => shownIf(fulfilments.orders.get(String(id)), (each) => fulfilments.shownOrder(each)),
    webhookSubscriptions: ({ topics, ...args }) =>
      connection(
        [...webhooks.all.values()].filter(({ topic }) => !Array.isArray(topics) || topics.includes(topic)),
        args,
      ),
  };

  const mutation: Root = {
    productSet: ({ identifier, input }) => products.set(identifier as object, input as object),
    productUpdate: ({ product }) => products.update(product as { id: string }),
    publishablePublish: ({ id, input }) => products.publish(String(id), input as { publicationId: string }[]),
    inventoryActivate: ({ inventoryItemId, locationId: at }, idempotencyKey) => {
      if (!idempotencyKey)
        throw new GraphqlError("The @idempotent directive is required for this mutation", "BAD_REQUEST");
      return products.activate(String(inventoryItemId), String(at));
    },
    fulfillmentCreate: ({ fulfillment }) => fulfilments.create(fulfillment as Parameters<typeof fulfilments.create>[0]),
    fulfillmentTrackingInfoUpdate: ({ fulfillmentId, trackingInfoInput, notifyCustomer }) =>
      fulfilments.track(String(fulfillmentId), trackingInfoInput as object, notifyCustomer === true),
    fulfillmentCancel: ({ id }) => fulfilments.cancel(String(id)),
    webhookSubscriptionCreate: ({ topic, webhookSubscription }) =>
      webhooks.create(String(topic), webhookSubscription as object),
    webhookSubscriptionUpdate: ({ id, webhookSubscription }) =>
      webhooks.update(String(id), webhookSubscription as object),
  };

  /** A permission to write includes the one to read. */
  function guarded(root: Root): Root {
    const allowed = Object.entries(root).map(([name, field]): [string, Root[string]] => [
      name,
      (args, key) => {
        const needed = neededScopes[name];
        if (needed && !shop.scopes.includes(needed) && !shop.scopes.includes(needed.replace("read_", "write_")))
          throw new GraphqlError(
            `Access denied for ${name} field. Required access: \`${needed}\` access scope.`,
            "ACCESS_DENIED",
          );
        return field(args, key);
      },
    ]);
    return Object.fromEntries(allowed);
  }

  return { query: guarded(query), mutation: guarded(mutation) };
}
