/** A real WooCommerce that is the channel of a marketplace of an API of its own, whose calls can be disturbed either way. */
import { createServer, type IncomingMessage, request as requestPlain, type ServerResponse } from "node:http";
import { request as requestTls } from "node:https";
import type { AddressInfo } from "node:net";
import { and, eq } from "drizzle-orm";
import pino from "pino";
import { expect } from "vitest";
import { synchronise } from "#api/areas/channels/synchronise.ts";
import { readShops } from "#api/areas/shops/read-orders.ts";
import { readConfig } from "#api/core/config.ts";
import { marketplaceProducts, orders as ordersTable } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { channelsOf } from "#api/registries/channels.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "../api.ts";
import { sampleImage } from "../images.ts";
import type { TestUser } from "../world.ts";
import { type RealShop, realShop } from "./woocommerce.ts";

export interface ShopOrder {
  id: number;
  number: string;
  status: string;
  total: string;
  line_items: {
    id: number;
    quantity: number;
    sku: string;
    subtotal: string;
    total: string;
    total_tax: string;
    taxes: { id: number; total: string }[];
  }[];
  fee_lines: { total: string; total_tax: string }[];
}

export const cents = (dollars: number): number => Math.round(dollars * 100);
const odd = ["Käsereibe „Größe“ & <Sieb>", "Lamp 'n' \"Shade\" 🪔", '50% off — 3 × 4" tray', "Ünïcödé\\Slash"];
const env = { OIDC_CLIENT_SECRET: "a secret for tests alone", ALLOW_PRIVATE_WEBHOOKS: "on" };

/** Disturbs a call of this system: returns an answer in place of the shop's, or true if it was disturbed otherwise. */
export type Disturb = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<"forward" | "lose answer" | "done">;

/**
 * Starts an API. Its shop is connected with `connect`.
 * @param isThroughProxy the calls of the API to the shop go through `disturb`
 */
export async function connectedShop(connection: RealShop, { isThroughProxy = false } = {}) {
  const shop = realShop(connection);
  const run = Date.now().toString(36);
  const made: { path: string }[] = [];
  /** Products here, and what the shop calls them. */
  const sold: { id: number; shopId: number }[] = [];

  /** Between the shop and the API: what becomes of the shop's calls, true for those that are lost. */
  const calls = { count: 0, become: (_count: number): "arrive" | "are lost" | "fail" => "arrive" };
  const gate = createServer(async (request, response) => {
    const payload = await bodyOf(request);
    const isCall = request.method === "POST";
    if (isCall) calls.count += 1;
    const fate = isCall ? calls.become(calls.count) : "arrive";
    if (fate === "are lost") return void request.socket.destroy();
    if (fate === "fail") return void response.writeHead(500).end();
    const { statusCode, headers, rawPayload } = await api.app.inject({
      method: request.method as "GET",
      url: request.url ?? "/",
      headers: request.headers,
      payload,
    });
    response.writeHead(statusCode, headers as Record<string, string>).end(rawPayload);
  });
  const address = await listening(gate);

  const proxy = { disturb: undefined as Disturb | undefined };
  const between = createServer(async (request, response) => {
    const payload = await bodyOf(request);
    const fate = (await proxy.disturb?.(request, response)) ?? "forward";
    if (fate === "done") return;
    const target = new URL(connection.url);
    const send = target.protocol === "https:" ? requestTls : requestPlain;
    const headers = { ...request.headers, host: target.host };
    send(
      new URL(request.url ?? "/", target),
      { method: request.method ?? "GET", headers, agent: false },
      async (answer) => {
        const body = await bodyOf(answer).catch(() => undefined);
        if (!body || fate === "lose answer") return void request.socket.destroy();
        response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      },
    )
      .once("error", () => request.socket.destroy())
      .end(payload);
  });

  const variables = { ...env, API_PUBLIC_URL: address };
  const api = await startApi(variables);
  const { database } = api;
  const { db } = database;
  const config = readConfig(variables);
  const log = pino({ level: "silent" });
  const taking = { database, config, jobs: createJobs(database, log), log };
  const { marketplaces, orders } = operations;
  const ids = { supplier: 0, marketplace: 0 };
  let admin: TestUser;

  /** Sends what the form of the channel does. */
  async function connect(): Promise<void> {
    admin = await api.aUser({ roles: ["Administrator"] });
    ids.supplier = await api.aSupplier({ name: "Acacia" });
    ids.marketplace = await api.aMarketplace();
    await api.anAgreement({ supplierId: ids.supplier, marketplaceId: ids.marketplace });
    await api.ok(admin, marketplaces.updateChannel, {
      MarketplaceId: ids.marketplace,
      Channel: "wooCommerce",
      ShopUrl: isThroughProxy ? await listening(between) : connection.url,
      ShopKey: connection.key,
      ShopSecret: connection.secret,
    });
  }

  /** Tidies up in the shop. */
  async function close(): Promise<void> {
    for (const hook of await shop.staff<{ id: number; delivery_url: string }[]>("GET", "/webhooks?per_page=100"))
      if (hook.delivery_url.startsWith(address)) made.push({ path: `/webhooks/${hook.id}` });
    for (const { shopId } of sold) made.push({ path: `/products/${shopId}` });
    for (const { path } of made) await shop.staff("DELETE", `${path}?force=true`).catch(() => undefined);
    for (const server of [gate, between]) {
      server.closeAllConnections();
      server.close();
    }
  }

  const sync = synchronise({
    database,
    config,
    onFailure: async () => {},
    onPublish: async () => {},
    channelTo: channelsOf(config, db),
  });
  /** Runs the job that brings a product into the shop, as the last try, and returns the shop's key of it. */
  async function publish(product: number): Promise<number> {
    const listing = await tryToPublish(product);
    expect(listing).toMatchObject({ syncStatus: 0, syncError: null });
    return Number(listing?.marketplaceSku);
  }

  /** @throws if it is worth to be repeated, and not the last try */
  async function tryToPublish(product: number, isLastTry = true) {
    const startedAt = new Date();
    const isListing = and(
      eq(marketplaceProducts.productId, product),
      eq(marketplaceProducts.marketplaceId, ids.marketplace),
    );
    await db.update(marketplaceProducts).set({ syncStatus: 2, syncStartedAt: startedAt }).where(isListing);
    const job = { productId: product, marketplaceId: ids.marketplace, startedAt: startedAt.toISOString() };
    await sync(job, { id: "1", isLastTry });
    const [listing] = await db.select().from(marketplaceProducts).where(isListing);
    return listing;
  }

  const anImage = async (colour: string) => {
    const content = await sampleImage({ width: 60, height: 60 }).tint(colour).png().toBuffer();
    return api.aFile({ location: 2, name: "lamp.png", contentType: "image/png", size: content.length, content });
  };
  async function aListedProduct(index: number, traits: Parameters<typeof api.aProduct>[1] = {}): Promise<number> {
    const on = [{ marketplaceId: ids.marketplace, status: 2 }];
    // A product may have few pictures, or five.
    const images = index % 3 === 0 ? 5 : 1;
    const price = 3 + ((index * 7.3137) % 90);
    const common = {
      name: `${odd[index % odd.length]} ${index}`,
      description: `<p>For <strong>tea</strong> &amp; “more”.</p><ul><li>One</li><li>Zwei – größer</li></ul>`,
      externalSku: `OUT-${run}-${index}`,
      gtin: "",
      brand: "Harbour & Söhne",
      defaultImageFileId: await anImage("#8a2be2"),
      shippingMethod: 0,
      domesticFlatRate: 5,
      recommendedRetailPrice: Number((price * 1.2).toFixed(4)),
      salePrice: Number(price.toFixed(4)),
      manageStock: true,
      stockQuantity: 100_000,
      on,
      ...traits,
    };
    const product = await api.aProduct(ids.supplier, common);
    for (let more = 1; more < images; more += 1)
      await api.aProductImage(product, {
        imageId: await anImage(`#${more}0${more}0${more}0`),
        label: `Picture ${more}`,
      });
    return product;
  }

  async function snapshot(shopId: number): Promise<unknown> {
    const product = await shop.staff("GET", `/products/${shopId}`);
    const variations = await shop.staff<unknown[]>("GET", `/products/${shopId}/variations?per_page=100`);
    const volatile = new Set(["date_modified", "date_modified_gmt", "meta_data", "_links", "related_ids"]);
    return JSON.parse(JSON.stringify([product, variations], (key, value) => (volatile.has(key) ? undefined : value)));
  }

  const later = (ms: number) => new Date(Date.now() + ms);
  const read = () => readShops(taking, later(1_000));
  async function readAll(): Promise<void> {
    await api.ok(admin, marketplaces.readShopOrders, { MarketplaceId: ids.marketplace });
    await read();
  }
  const shopOrder = (id: number) => shop.staff<ShopOrder>("GET", `/orders/${id}`);

  async function itemsHere(number: string) {
    const isOrder = and(eq(ordersTable.marketplaceId, ids.marketplace), eq(ordersTable.marketplaceOrderId, number));
    const found = await db.select({ id: ordersTable.id }).from(ordersTable).where(isOrder);
    expect(found.length).toBeLessThanOrEqual(1);
    return found[0] && (await api.ok(admin, orders.get, { id: found[0].id })).lineItems;
  }

  /** In cents: what the order comes to here after all adjustments; undefined if there is none. */
  async function orderHere(number: string): Promise<number | undefined> {
    const lineItems = await itemsHere(number);
    return lineItems?.reduce(
      (sum, { purchaseAmount, shippingAmount }) =>
        sum + cents(purchaseAmount.adjusted) + cents(shippingAmount.adjusted),
      0,
    );
  }

  const problems = async () =>
    (await api.ok(admin, marketplaces.shopOrders, { marketplaceId: ids.marketplace })).items.map(
      ({ number, problem }) => ({
        number,
        problem,
      }),
    );

  return {
    ...{ api, db, shop, run, made, sold, calls, proxy, address, ids, connect, close },
    ...{ anImage, aListedProduct, publish, tryToPublish, snapshot },
    ...{ read, readAll, shopOrder, itemsHere, orderHere, problems },
    get admin() {
      return admin;
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
