/**
 * A shop that speaks Shopify's Admin GraphQL API, as far as it is used. It differs from a real one in that it is reached
 * without encryption, pictures are not loaded, and searches find what was changed a moment ago.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Fulfilments } from "./shopify/fulfilments.ts";
import { type Args, run } from "./shopify/graphql.ts";
import { GraphqlError } from "./shopify/graphql-parser.ts";
import { Orders, type Purchase, type Refunding, type StoredOrder } from "./shopify/orders.ts";
import { Ids, type Settings } from "./shopify/parts.ts";
import { Products, type StoredProduct } from "./shopify/products.ts";
import { rootsOf } from "./shopify/roots.ts";
import { schema } from "./shopify/schema.ts";
import { Webhooks } from "./shopify/webhooks.ts";

/**
 * `tooMany`: refuses for now with status 429. `throttled`: the same with status 200, as Shopify does. `lost`: does the
 * work, but cuts the connection. `silent`: never answers. `broken`: 500. `internal`: an error within status 200.
 */
type FaultKind = "tooMany" | "throttled" | "lost" | "silent" | "broken" | "internal";
interface Fault {
  kind: FaultKind;
  /** Name of the operation, such as `SaveProduct`. */
  on: RegExp;
  left: number;
}

interface Answer {
  status: number;
  /** Sent as JSON, or as a page if it is a text. */
  body: unknown;
  headers?: Record<string, string>;
}

export interface ShopifyShop {
  url: string;
  /** Of the Admin API. */
  token: string;
  /** The client secret of the app, with which webhooks are signed. */
  secret: string;
  settings: Settings;
  /** Permissions of the app. */
  scopes: string[];
  /** Answers to everything, such as those of a site that is not a shop. */
  instead: Answer | undefined;
  /** Names of the operations, in the order of arrival. */
  calls: string[];
  /** Has the next operations fail that match. */
  fail(kind: FaultKind, on?: RegExp, times?: number): void;
  /** Called before each operation, for what happens in between. */
  onCall: (name: string) => void;
  products: Products;
  orders: Orders;
  fulfilments: Fulfilments;
  webhooks: Webhooks;
  /** The product of which a variant has this SKU. */
  product(sku: string): StoredProduct | undefined;
  place(purchase: Purchase, moment?: Date): StoredOrder;
  pay(id: string): void;
  cancel(id: string): void;
  refund(id: string, refunding: Refunding): void;
  /**
   * Makes the calls of webhooks that are due, and returns their statuses.
   * @param how repeated, the other way round, or signed with another secret
   */
  sendCalls(how?: { times?: number; isSwapped?: boolean; secret?: string }): Promise<number[]>;
  close(): Promise<void>;
}

const version = "2026-07";

export async function shopifyShop(traits: Partial<Settings> = {}): Promise<ShopifyShop> {
  const settings: Settings = {
    name: "Lamps & Linen",
    currencyCode: "AUD",
    taxesIncluded: true,
    weightUnit: "KILOGRAMS",
    ...traits,
  };
  const ids = new Ids();
  const products = new Products(ids);
  const webhooks = new Webhooks(ids);
  const fulfilments: Fulfilments = new Fulfilments(ids, (orderId) => orders.change(orderId));
  const orders = new Orders(ids, settings, products, (topic, order) => webhooks.announce(topic, order), fulfilments);
  const faults: Fault[] = [];
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const shop: ShopifyShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: "shpat_0123456789abcdef0123456789abcdef",
    secret: "shpss_0123456789abcdef0123456789abcdef",
    settings,
    products,
    orders,
    fulfilments,
    webhooks,
    scopes: [
      "write_products",
      "write_inventory",
      "read_locations",
      "read_publications",
      "write_publications",
      "read_orders",
      "write_merchant_managed_fulfillment_orders",
    ],
    instead: undefined,
    calls: [],
    onCall: () => {},
    fail: (kind, on = /./, times = 1) => void faults.push({ kind, on, left: times }),
    product: (sku) => products.withSku(sku)?.product,
    place: (purchase, moment) => orders.place(purchase, moment),
    pay: (id) => orders.change(id, { displayFinancialStatus: "PAID" }),
    cancel: (id) => orders.cancel(id),
    refund: (id, refunding) => orders.refund(id, refunding),
    async sendCalls({ times = 1, isSwapped = false, secret = shop.secret } = {}) {
      const due = webhooks.waiting.splice(0).flatMap((call) => Array.from({ length: times }, () => call));
      const statuses = [];
      for (const call of isSwapped ? due.reverse() : due) statuses.push(await webhooks.call(call, secret));
      return statuses;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const roots = rootsOf(shop);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const piece of request) text += piece;
    const name = /^\s*(?:query|mutation) (\w+)/.exec(queryIn(text).query)?.[1] ?? "";
    shop.calls.push(name);
    shop.onCall(name);
    const fault = faults.find(({ on, left }) => left > 0 && on.test(name));
    if (fault) fault.left -= 1;
    if (fault?.kind === "silent") return;
    const { status, body, headers = {} } = (fault && failing[fault.kind]) ?? shop.instead ?? answered(request, text);
    if (fault?.kind === "lost") return void request.socket.destroy();
    const isPage = typeof body === "string";
    response
      .writeHead(status, { "content-type": isPage ? "text/html" : "application/json", ...headers })
      .end(isPage ? body : JSON.stringify(body));
  }

  function answered({ method, url, headers }: IncomingMessage, text: string): Answer {
    if (method !== "POST" || url !== `/admin/api/${version}/graphql.json`)
      return { status: 404, body: { errors: "Not Found" } };
    if (headers["x-shopify-access-token"] !== shop.token)
      return {
        status: 401,
        body: { errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" },
      };
    const { query, variables } = queryIn(text);
    try {
      return { status: 200, body: { data: run(schema, roots, query, variables) } };
    } catch (error) {
      if (!(error instanceof GraphqlError)) throw error;
      return { status: 200, body: { errors: [{ message: error.message, extensions: { code: error.code } }] } };
    }
  }

  return shop;
}

const failing: Partial<Record<FaultKind, Answer>> = {
  tooMany: { status: 429, body: { errors: "Exceeded API limits" }, headers: { "retry-after": "0.05" } },
  throttled: {
    status: 200,
    body: { errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] },
    headers: { "retry-after": "0.05" },
  },
  broken: { status: 500, body: "<h1>Something went wrong</h1>" },
  internal: {
    status: 200,
    body: { errors: [{ message: "Internal error", extensions: { code: "INTERNAL_SERVER_ERROR" } }] },
  },
};

function queryIn(text: string): { query: string; variables: Args } {
  const { query = "", variables = {} } = JSON.parse(text || "{}");
  return { query, variables };
}
