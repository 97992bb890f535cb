/**
 * A real WooCommerce that is slow, silent or killed, and what its staff does. Needs what `woocommerce.test.ts` needs, and
 * for the test that kills it OUTSIDE_WOOCOMMERCE_KILL and OUTSIDE_WOOCOMMERCE_START, commands that do so.
 */
import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  attributeOptions,
  orders as ordersTable,
  productAttributeOptions,
  productAttributes,
  products,
  shops,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { cents, connectedShop, type Disturb, type ShopOrder } from "#tests/support/outside/connected-shop.ts";
import { given } from "#tests/support/outside/partners.ts";
import { customer } from "#tests/support/outside/woocommerce.ts";

const named = given(
  ["OUTSIDE_WOOCOMMERCE_URL", "OUTSIDE_WOOCOMMERCE_KEY", "OUTSIDE_WOOCOMMERCE_SECRET"],
  "nothing went wrong with a real WooCommerce.",
);
const kill = given(["OUTSIDE_WOOCOMMERCE_KILL", "OUTSIDE_WOOCOMMERCE_START"], "no real WooCommerce was killed.");
const many = process.env.OUTSIDE_THOROUGH === "1" ? 500 : 25;
const patience = { timeout: many * 3_600, interval: 500 };
const run = promisify(execFile);
const shell = (command = "") => run("/bin/sh", ["-c", command]);

describe.skipIf(!named)("a real WooCommerce", { timeout: many * 10_000 }, async () => {
  const connected = await connectedShop(
    {
      url: named?.OUTSIDE_WOOCOMMERCE_URL ?? "",
      key: named?.OUTSIDE_WOOCOMMERCE_KEY ?? "",
      secret: named?.OUTSIDE_WOOCOMMERCE_SECRET ?? "",
    },
    { isThroughProxy: true },
  );
  const { api, db, shop, proxy, calls, made, sold, ids } = connected;
  const { aListedProduct, publish, tryToPublish, snapshot, read, readAll, orderHere, problems } = connected;
  const { marketplaces } = operations;
  let before: Record<string, string> = {};

  beforeAll(async () => {
    before = await shop.set("tax", { woocommerce_prices_include_tax: "yes", woocommerce_tax_round_at_subtotal: "no" });
    await connected.connect();
    for (let index = 0; index < 3; index += 1) {
      const id = await aListedProduct(index);
      sold.push({ id, shopId: await publish(id) });
    }
    await readAll();
  });
  afterEach(() => {
    proxy.disturb = undefined;
    calls.become = () => "arrive";
  });
  afterAll(async () => {
    if (!named) return;
    await shop.set("tax", before);
    await connected.close();
  }, 900_000);

  async function order(quantity = 3): Promise<ShopOrder> {
    const entered = await shop.staff("POST", "/orders", {
      set_paid: true,
      billing: { ...customer, email: "zoe@example.com" },
      shipping: customer,
      line_items: sold.slice(0, 2).map(({ shopId }, index) => ({ product_id: shopId, quantity: quantity + index })),
      shipping_lines: [{ method_id: "flat_rate", method_title: "Flat rate", total: "9.05" }],
    });
    made.push({ path: `/orders/${entered.id}` });
    return entered as unknown as ShopOrder;
  }
  async function ordersOf(count: number): Promise<ShopOrder[]> {
    const entered = [];
    while (entered.length < count) entered.push(await order(1 + (entered.length % 5)));
    return entered;
  }
  const change = (id: number, body: object) => shop.staff("PUT", `/orders/${id}`, body);

  async function differing(all: readonly ShopOrder[]) {
    const wrong = [];
    for (const { number, total } of all) {
      const here = await orderHere(number);
      if (here !== cents(Number(total))) wrong.push({ number, total, here });
    }
    return wrong;
  }
  const stateHere = async () => {
    const [state] = await db.select().from(shops).where(eq(shops.marketplaceId, ids.marketplace));
    return state;
  };
  /** As the job does it: again until the shop has answered. */
  async function publishInTheEnd(product: number): Promise<number> {
    for (;;) {
      const listing = await tryToPublish(product, false).catch(() => undefined);
      if (listing?.syncStatus === 0) return Number(listing.marketplaceSku);
      await wait(200);
    }
  }
  async function withSku(product: number): Promise<number[]> {
    const [{ sku } = { sku: "" }] = await db
      .select({ sku: products.externalSku })
      .from(products)
      .where(eq(products.id, product));
    const found = await shop.staff<{ id: number }[]>("GET", `/products?sku=${sku}&status=any`);
    return found.map(({ id }) => id);
  }

  test("that answers after seconds is waited for", async () => {
    proxy.disturb = async () => {
      await wait(2_500);
      return "forward";
    };
    const slow = await ordersOf(2);
    await readAll();
    expect(await differing(slow)).toEqual([]);
    expect(await publish(sold[0]?.id ?? 0)).toBe(sold[0]?.shopId);
  });

  test("that answers too late has made each product and category once in the end", async () => {
    const product = await aListedProduct(30);
    let lost = 0;
    proxy.disturb = async (request) => {
      if (request.method === "GET" || lost >= 6) return "forward";
      lost += 1;
      return "lose answer";
    };
    const shopId = await publishInTheEnd(product);
    sold.push({ id: product, shopId });
    expect(lost).toBeGreaterThan(2);
    expect(await withSku(product)).toEqual([shopId]);
    const { images } = await shop.staff<{ images: unknown[] }>("GET", `/products/${shopId}`);
    expect(images).toHaveLength(5);
  });

  const page: Record<string, Disturb> = {
    "a page of maintenance": async (_request, response) => {
      response.writeHead(503, { "content-type": "text/html", "retry-after": "600" });
      response.end("<!DOCTYPE html><html><body><p>Briefly unavailable for scheduled maintenance.</p></body></html>");
      return "done";
    },
    "a page instead of data": async (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<!doctype html><html><body>Checking your browser</body></html>");
      return "done";
    },
  };
  test.each(Object.entries(page))("that shows %s is asked again, and loses nothing", async (_what, disturb) => {
    const waiting = await ordersOf(2);
    proxy.disturb = disturb;
    await readAll();
    expect((await stateHere())?.problem).not.toBe("");
    await expect(tryToPublish(sold[0]?.id ?? 0, false)).rejects.toThrow();
    proxy.disturb = undefined;
    await readAll();
    expect((await stateHere())?.problem).toBe("");
    expect(await differing(waiting)).toEqual([]);
    expect(await publish(sold[0]?.id ?? 0)).toBe(sold[0]?.shopId);
  });

  test.skipIf(!kill)(
    "that is killed twice while its orders are read and products are published loses none",
    async () => {
      const all = await ordersOf(60);
      const listed: number[] = [];
      for (let index = 100; index < 112; index += 1) listed.push(await aListedProduct(index));
      let asked = 0;
      let kills = 0;
      proxy.disturb = async () => {
        asked += 1;
        if (asked === 12 || asked === 45) {
          kills += 1;
          // In the midst of the call.
          void wait(150).then(async () => {
            await shell(kill?.OUTSIDE_WOOCOMMERCE_KILL);
            await wait(2_000);
            await shell(kill?.OUTSIDE_WOOCOMMERCE_START);
          });
        }
        return "forward";
      };
      const reading = async () => {
        do {
          await readAll();
          await wait(300);
        } while ((await stateHere())?.problem !== "" || (await differing(all)).length > 0);
      };
      const publishing = async () => {
        for (const id of listed) sold.push({ id, shopId: await publishInTheEnd(id) });
      };
      await Promise.all([reading(), publishing()]);
      expect(kills).toBe(2);
      expect(await differing(all)).toEqual([]);
      for (const id of listed) expect(await withSku(id)).toEqual([sold.find((each) => each.id === id)?.shopId]);
      for (const { id, shopId } of sold.slice(-3)) {
        const shown = await snapshot(shopId);
        expect(await publish(id)).toBe(shopId);
        expect(await snapshot(shopId)).toEqual(shown);
      }
    },
  );

  test("shows a product with a hundred variations, and publishing it again changes nothing", async () => {
    const product = await aListedProduct(40);
    await db.update(products).set({ hasVariants: true }).where(eq(products.id, product));
    const names = (what: string) => Array.from({ length: 10 }, (_, index) => `${what} ${index + 1}`);
    const attributes = [];
    for (const [name, options] of Object.entries({ Colour: names("Colour"), Size: names("Größe & 1/2") }))
      attributes.push(await api.anAttribute({ displayName: name, internalName: name, productId: product, options }));
    await db
      .insert(productAttributes)
      .values(attributes.map((attributeId) => ({ productId: product, attributeId, useForVariations: true })));
    const options = await db.select().from(attributeOptions).where(inArray(attributeOptions.attributeId, attributes));
    await db.insert(productAttributeOptions).values(options.map(({ id }) => ({ productId: product, optionId: id })));
    const [colours, sizes] = attributes.map((id) => options.filter(({ attributeId }) => attributeId === id));
    for (const [row, colour] of (colours ?? []).entries())
      for (const [column, size] of (sizes ?? []).entries())
        await api.aVariant(product, {
          name: `Variation ${row} ${column}`,
          options: [colour.id, size.id],
          externalSku: `OUT-${connected.run}-H${row}-${column}`,
          recommendedRetailPrice: 50 + row,
          salePrice: 20.3 + row + column / 7,
          manageStock: true,
          stockQuantity: row * 10 + column,
        });
    const shopId = await publish(product);
    sold.push({ id: product, shopId });
    const shown = (await snapshot(shopId)) as [unknown, unknown[]];
    expect(shown[1]).toHaveLength(100);
    expect(await publish(product)).toBe(shopId);
    expect(await snapshot(shopId)).toEqual(shown);
  });

  test.each<[string, (order: ShopOrder) => object]>([
    ["quantity", ({ line_items: [line] }) => ({ line_items: [{ id: line?.id, quantity: 1 }] })],
    ["price", ({ line_items: [line] }) => ({ line_items: [{ id: line?.id, total: "1.00", subtotal: "1.00" }] })],
    ["lines, of which there is another", () => ({ line_items: [{ product_id: sold[2]?.shopId, quantity: 1 }] })],
    ["lines, of which one is gone", ({ line_items: [line] }) => ({ line_items: [{ id: line?.id, quantity: 0 }] })],
    ["shipping", () => ({ shipping_lines: [{ method_id: "flat_rate", method_title: "Express", total: "7.00" }] })],
  ])("has its order, once it is taken, shown to people after a change of its %s", async (_what, body) => {
    const taken = await order();
    await readAll();
    await change(taken.id, body(taken));
    await readAll();
    const found = (await problems()).filter(({ number }) => number === taken.number);
    expect(found).toMatchObject([{ problem: expect.stringContaining("changed in the shop") }]);
    expect(await differing([taken])).toEqual([]);
  });

  test("that shows prices with four decimals has orders to the cent", async () => {
    const decimals = await shop.set("general", { woocommerce_price_num_decimals: "4" });
    try {
      for (const { id } of sold.slice(0, 2)) await publish(id);
      const all = await ordersOf(6);
      await readAll();
      expect(await differing(all)).toEqual([]);
    } finally {
      await shop.set("general", decimals);
    }
  });

  test("that changes to pounds is refused by the test of the connection, and its orders in pounds wait for people", async () => {
    const currency = await shop.set("general", { woocommerce_currency: "GBP" });
    try {
      const tested = await api.ok(connected.admin, marketplaces.testWebhook, { MarketplaceId: ids.marketplace });
      expect(tested).toMatchObject({ isAccepted: false, reason: expect.stringContaining("GBP") });
      const pounds = await order();
      await readAll();
      expect(await orderHere(pounds.number)).toBeUndefined();
      expect(await problems()).toContainEqual({
        number: pounds.number,
        problem: expect.stringContaining("Australian dollars"),
      });
    } finally {
      await shop.set("general", currency);
    }
  });

  test("shows one of two products with the same SKU, and the other once the first is withdrawn", async () => {
    const pair = [await aListedProduct(50), await aListedProduct(51)] as const;
    await db
      .update(products)
      .set({ externalSku: `TWIN-${connected.run}` })
      .where(inArray(products.id, [...pair]));
    const shopId = await publish(pair[0]);
    sold.push({ id: pair[0], shopId });
    const shown = await snapshot(shopId);
    expect(await tryToPublish(pair[1])).toMatchObject({
      syncStatus: 3,
      syncError: expect.stringContaining("Another product with this SKU is shown in the shop"),
    });
    expect(await snapshot(shopId)).toEqual(shown);
    await shop.staff("PUT", `/products/${shopId}`, { status: "draft" });
    expect(await publish(pair[1])).toBe(shopId);
  });

  test(`has ${many} orders that come here once each and to the cent, although a fifth of its calls is lost`, async () => {
    await publish(sold[0]?.id ?? 0);
    await publish(sold[1]?.id ?? 0);
    await readAll();
    calls.become = (count) => (count % 5 === 0 ? "are lost" : "arrive");
    const all = await ordersOf(many);
    const here = async () => {
      await read();
      const found = await db
        .select({ number: ordersTable.marketplaceOrderId })
        .from(ordersTable)
        .where(eq(ordersTable.marketplaceId, ids.marketplace));
      const numbers = new Set(found.map(({ number }) => number));
      return all.filter(({ number }) => numbers.has(number)).length;
    };
    // The queue of the shop makes its calls one after another, a second each on a busy machine.
    await expect.poll(here, patience).toBeGreaterThanOrEqual(many / 3);
    calls.become = () => "arrive";
    await readAll();
    expect(await differing(all)).toEqual([]);
    expect(
      await problems().then((list) => list.filter(({ number }) => all.some((each) => each.number === number))),
    ).toEqual([]);
    for (const { id, shopId } of sold.slice(0, 2)) {
      const [stock] = await db.select({ here: products.stockQuantity }).from(products).where(eq(products.id, id));
      expect(stock?.here).toBe((await shop.staff("GET", `/products/${shopId}`)).stock_quantity);
    }
  });
});
