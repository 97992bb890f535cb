/**
 * A shop that speaks WooCommerce's REST API v3, as far as it is used. It differs from a real one in that keys are
 * accepted without encryption, and that pictures are not fetched: only their addresses are judged.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Purchase, Refunding, StoredOrder } from "./woocommerce/order-records.ts";
import { Orders } from "./woocommerce/orders.ts";
import { type Answer, type Asked, Keys, nowOf, ok, onlyFields, type Settings, Wrong } from "./woocommerce/parts.ts";
import { Products, type StoredProduct } from "./woocommerce/products.ts";
import { type StoredWebhook, signedHeaders, Webhooks } from "./woocommerce/webhooks.ts";

/**
 * `tooMany`: 429. `lost`: does the work, but cuts the connection. `silent`: never answers. `broken`: 500. `page`: 200
 * with a page. `warned`: does the work, and plug-ins print something before and behind the answer. `marked`: likewise a
 * byte order mark.
 */
type FaultKind = "tooMany" | "lost" | "silent" | "broken" | "page" | "warned" | "marked";
interface Fault {
  kind: FaultKind;
  /** Method and path, such as `POST /products`. */
  on: RegExp;
  left: number;
}

export interface WooShop {
  url: string;
  key: string;
  secret: string;
  settings: Settings;
  /** The permissions of the key: "read" may not write, "stranger" belongs to somebody who is not a shop manager. */
  access: "readWrite" | "read" | "stranger";
  /** Answers to everything, such as those of a site that is not a shop. */
  instead: Answer | undefined;
  /** Method and path of every call, in the order of arrival. */
  calls: string[];
  /** Has the next calls fail that match. */
  fail(kind: FaultKind, on?: RegExp, times?: number): void;
  products: Products;
  orders: Orders;
  webhooks: Webhooks;
  /** The product or variation with this SKU. */
  product(sku: string): StoredProduct | undefined;
  place(purchase: Purchase): StoredOrder;
  pay(id: number): void;
  cancel(id: number): void;
  refund(id: number, refunding: Refunding): void;
  /**
   * Makes the calls of webhooks that are due, and returns their statuses.
   * @param how repeated, the other way round, or signed with another secret
   */
  sendCalls(how?: { times?: number; isSwapped?: boolean; secret?: string }): Promise<number[]>;
  close(): Promise<void>;
}

export async function wooShop(traits: Partial<Settings> = {}): Promise<WooShop> {
  const settings: Settings = {
    version: "10.0.2",
    currency: "AUD",
    calculatesTaxes: true,
    pricesIncludeTax: true,
    weightUnit: "kg",
    dimensionUnit: "cm",
    managesStock: true,
    offset: 600,
    aheadMs: 0,
    isBehindProxy: false,
    ...traits,
  };
  const keys = new Keys();
  const products = new Products(keys, settings);
  const webhooks = new Webhooks(keys, settings);
  const orders: Orders = new Orders(keys, settings, products, (topic, order) =>
    webhooks.announce(topic, topic === "order.deleted" ? { id: order.id } : orders.shown(order, new URLSearchParams())),
  );
  const faults: Fault[] = [];
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const shop: WooShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: `ck_${randomBytes(20).toString("hex")}`,
    secret: `cs_${randomBytes(20).toString("hex")}`,
    settings,
    access: "readWrite",
    instead: undefined,
    calls: [],
    fail: (kind, on = /./, times = 1) => void faults.push({ kind, on, left: times }),
    products,
    orders,
    webhooks,
    product: (sku) => [...products.all.values()].find((each) => each.sku === sku),
    place: (purchase) => orders.place(purchase),
    pay: (id) => orders.change(id, { status: "processing", paidAt: nowOf(settings) }),
    cancel: (id) => orders.change(id, { status: "cancelled" }),
    refund: (id, refunding) => void orders.refund(id, refunding),
    async sendCalls({ times = 1, isSwapped = false, secret } = {}) {
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

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { pathname, searchParams: query } = new URL(request.url ?? "/", shop.url);
    const path = pathname.replace(/^\/wp-json(?:\/wc\/v3)?/, "");
    const method = request.method ?? "GET";
    shop.calls.push(`${method} ${path}`);
    const fault = faults.find(({ on, left }) => left > 0 && on.test(`${method} ${path}`));
    if (fault) fault.left -= 1;
    if (fault?.kind === "silent") return;
    const answer =
      answerFor(fault) ?? shop.instead ?? (await answered({ method, path, query, pieces, request, pathname }));
    if (fault?.kind === "lost") return void request.socket.destroy();
    const { status, body, headers = {} } = answer;
    const isText = typeof body === "string";
    const [before, behind] = printed(fault);
    response
      .writeHead(status, {
        "content-type": isText ? "text/html" : "application/json",
        date: (settings.isBehindProxy ? new Date() : nowOf(settings)).toUTCString(),
        ...headers,
      })
      .end(isText ? body : `${before}${JSON.stringify(status < 300 ? onlyFields(body, query) : body)}${behind}`);
  }

  interface Arrived extends Omit<Asked, "body"> {
    pathname: string;
    pieces: Buffer[];
    request: IncomingMessage;
  }

  async function answered({ pathname, pieces, request, ...asked }: Arrived): Promise<Answer> {
    try {
      if (pathname === "/wp-json/") return site(request);
      if (!pathname.startsWith("/wp-json/wc/v3/")) return { status: 404, body: "<html>Not found</html>" };
      authorise(request, asked.method);
      const text = Buffer.concat(pieces).toString();
      const full: Asked = { ...asked, body: text === "" ? {} : JSON.parse(text) };
      const answer = options(full) ?? products.handle(full) ?? orders.handle(full) ?? (await webhooks.handle(full));
      if (answer) return answer;
      throw new Wrong(404, "rest_no_route", "No route was found matching the URL and request method.");
    } catch (error) {
      if (error instanceof Wrong) return error.answer;
      return { status: 500, body: { code: "internal_server_error", message: String(error), data: { status: 500 } } };
    }
  }

  /** WordPress takes a key for the name of one of its users, except below WooCommerce's own addresses. */
  function site(request: IncomingMessage): Answer {
    if (request.headers.authorization) throw new Wrong(401, "invalid_username", "Unknown username.");
    return ok({ name: "Lamps &amp; Linen", url: shop.url, namespaces: ["oembed/1.0", "wc/v3", "wp/v2"] });
  }

  function authorise({ headers }: IncomingMessage, method: string): void {
    const [key, secret] = Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64")
      .toString()
      .split(":");
    if (key !== shop.key) throw new Wrong(401, "woocommerce_rest_cannot_view", "Sorry, you cannot list resources.");
    if (secret !== shop.secret)
      throw new Wrong(401, "woocommerce_rest_authentication_error", "Consumer secret is invalid.");
    if (shop.access === "read" && method !== "GET")
      throw new Wrong(
        401,
        "woocommerce_rest_authentication_error",
        "The API key provided does not have write permissions.",
      );
    if (shop.access === "stranger")
      throw new Wrong(403, "woocommerce_rest_cannot_view", "Sorry, you cannot list resources.");
  }

  function options({ method, path }: Asked): Answer | undefined {
    if (method !== "GET") return undefined;
    if (path === "/data/currencies/current")
      return ok({ code: settings.currency, name: "Australian dollar", symbol: "&#36;" });
    if (path === "/system_status") return ok({ environment: { version: settings.version }, database: {} });
    const yes = (value: boolean) => (value ? "yes" : "no");
    const groups: Record<string, Record<string, string>> = {
      general: { woocommerce_calc_taxes: yes(settings.calculatesTaxes), woocommerce_currency: settings.currency },
      products: { woocommerce_weight_unit: settings.weightUnit, woocommerce_dimension_unit: settings.dimensionUnit },
      tax: { woocommerce_prices_include_tax: yes(settings.pricesIncludeTax) },
    };
    const [, root, name = ""] = path.split("/");
    if (root !== "settings") return undefined;
    const group = groups[name];
    if (!group || (name === "tax" && !settings.calculatesTaxes))
      throw new Wrong(404, "rest_setting_setting_group_invalid", "Invalid setting group.");
    return ok(Object.entries(group).map(([id, value]) => ({ id, value, default: "" })));
  }

  return shop;
}

function answerFor(fault: Fault | undefined): Answer | undefined {
  if (fault?.kind === "tooMany") return { status: 429, body: "Too many requests", headers: { "retry-after": "0.02" } };
  if (fault?.kind === "page")
    return { status: 200, body: "<!doctype html><title>Back soon</title><script>{}</script>" };
  return fault?.kind === "broken"
    ? { status: 500, body: "<html>There has been a critical error on this website.</html>" }
    : undefined;
}

function printed(fault: Fault | undefined): [before: string, behind: string] {
  if (fault?.kind === "marked") return ["\uFEFF", ""];
  return fault?.kind === "warned"
    ? ["<br />\n<b>Warning</b>: Undefined array key [0] {main} in <b>a.php</b><br />\n", "\n<!-- Cached [1] -->"]
    : ["", ""];
}

/** A signed call of a webhook about an order, as it arrives. */
export function signedCall(secret: string, order: { id: number }, topic = "order.updated") {
  const body = JSON.stringify(order);
  return {
    headers: signedHeaders({ id: 1, topic } satisfies Pick<StoredWebhook, "id" | "topic">, body, secret),
    body: Buffer.from(body),
  };
}
