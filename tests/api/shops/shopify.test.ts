/** Connecting to a Shopify shop, publishing products in it, and its webhooks. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ShopRefusal, ShopUnavailable } from "#api/areas/shops/shop.ts";
import { shopify } from "#api/areas/shops/shopify/index.ts";
import { keysInMemory } from "#tests/support/shops/keys.ts";
import { connectionTo, divided, listing, opened, pictureOf, variantOf } from "#tests/support/shops/shopify/opened.ts";
import { locationId, onlineStoreId } from "#tests/support/shops/shopify/parts.ts";
import { signedHeaders } from "#tests/support/shops/shopify/webhooks.ts";
import { type ShopifyShop, shopifyShop } from "#tests/support/shops/shopify.ts";

let server: ShopifyShop;
beforeEach(async () => {
  server = await shopifyShop();
});
afterEach(() => server.close());

const start = "2027-02-01T10:00:00.000Z";
const later = "2027-02-01T11:00:00.000Z";
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();
const products = () => [...server.products.all.values()];
const numberOf = (gid: string | undefined) => gid?.split("/").at(-1);

describe("a test of the connection", () => {
  test("gives the name and the currency of the shop", async () => {
    expect(await opened(server).test()).toEqual({ name: "Lamps & Linen", currency: "AUD", hasStopped: false });
  });

  test("with another access token says so", async () => {
    const tested = opened(server, { traits: { secret: "shpat_other" } }).test();
    await expect(tested).rejects.toThrow(ShopRefusal);
    await expect(tested).rejects.toThrow("The shop does not accept the access token.");
  });

  test("names all permissions that the app lacks", async () => {
    server.scopes = ["read_products", "write_inventory", "read_locations", "write_publications"];
    await expect(opened(server).test()).rejects.toThrow(
      "Please grant it write_products, read_orders, write_merchant_managed_fulfillment_orders.",
    );
  });

  test("accepts the permission to write in place of the one to read", async () => {
    server.scopes = server.scopes.map((scope) => scope.replace(/read_(orders|locations)/, "write_$1"));
    expect(await opened(server).test()).toMatchObject({ currency: "AUD" });
  });

  test.each<[string, NonNullable<ShopifyShop["instead"]>, string]>([
    ["that has nothing at the address", { status: 404, body: "<h1>Not found</h1>" }, "There is no Shopify shop"],
    ["that answers with a page", { status: 200, body: "<h1>Welcome</h1>" }, "There is no Shopify shop"],
    ["that has moved", { status: 301, body: "", headers: { location: "https://x.example" } }, "There is no Shopify"],
    ["that is frozen", { status: 402, body: { errors: "Unavailable Shop" } }, "until its owner pays"],
    ["that is locked", { status: 423, body: { errors: "Locked" } }, "Shopify has locked the shop."],
    [
      "that forbids it",
      { status: 403, body: { errors: "This action requires merchant approval" } },
      "The app may not do this in the shop. This action requires merchant approval.",
    ],
    ["that wants something else", { status: 400, body: { errors: "Bad request" } }, "refused the call: Bad request."],
    ["with half an answer", { status: 200, body: { data: { shop: null } } }, "answer cannot be read"],
    ["with nothing", { status: 200, body: null }, "There is no Shopify shop"],
    ["with strange errors", { status: 200, body: { errors: [{ message: 5 }] } }, "It did not say why."],
  ])("of a site %s ends with a refusal that says so", async (_, instead, reason) => {
    server.instead = instead;
    const tested = opened(server).test();
    await expect(tested).rejects.toThrow(ShopRefusal);
    await expect(tested).rejects.toThrow(reason);
  });

  test("of a site with broken JSON ends with a refusal", async () => {
    const odd = createServer((_, response) => void response.end('{"data": {'));
    await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    await expect(opened(server, { traits: { url } }).test()).rejects.toThrow(ShopRefusal);
    odd.close();
  });

  test.each(["silent", "lost", "broken", "internal"] as const)("is worth repeating if the shop is %s", async (kind) => {
    server.fail(kind);
    await expect(opened(server, { timeoutMs: 300 }).test()).rejects.toThrow(ShopUnavailable);
    expect(await opened(server).test()).toMatchObject({ name: "Lamps & Linen" });
  });

  test.each(["tooMany", "throttled"] as const)("waits while the shop wants fewer calls (%s)", async (kind) => {
    server.fail(kind, /Test/, 3);
    expect(await opened(server).test()).toMatchObject({ currency: "AUD" });
    expect(server.calls).toHaveLength(5);
  });

  test("gives up for now if the shop wants fewer calls for too long", async () => {
    server.fail("throttled", /Test/, 100);
    await expect(opened(server, { patienceMs: 120 }).test()).rejects.toThrow(ShopUnavailable);
  });
});

describe("a published product", () => {
  test("carries no tax if it is GST-free", async () => {
    await opened(server).publish({ ...listing, taxClass: "gstFree" }, start);
    expect(server.product("LAMP-1")?.variants.map(({ taxable }) => taxable)).toEqual([false]);
  });

  test("has the name, prices, stock, weight and pictures of the listing, and is for sale", async () => {
    const outcome = await opened(server).publish(listing, start);
    const product = server.product("LAMP-1");
    expect(outcome).toEqual({ isAccepted: true, marketplaceSku: numberOf(product?.id) });
    expect(product).toMatchObject({
      title: "Désk lamp",
      descriptionHtml: "<p>A <strong>warm</strong> light.</p>",
      vendor: "Harbour Homewares",
      productType: "Home > Lighting",
      status: "ACTIVE",
      optionNames: ["Title"],
    });
    expect(product?.handle).toMatch(/^desk-lamp-7[0-9a-f]{6}$/);
    expect(product?.media.map(({ source, alt }) => [source, alt])).toEqual([
      [pictureOf("a"), "From the front"],
      [pictureOf("b"), "From behind"],
    ]);
    expect(product?.variants).toEqual([
      expect.objectContaining({
        sku: "LAMP-1",
        taxable: true,
        price: "80.00",
        compareAtPrice: "99.00",
        options: ["Default Title"],
        tracked: true,
        stock: new Map([[locationId, 12]]),
        weight: { unit: "KILOGRAMS", value: 1.25 },
      }),
    ]);
    expect(product && server.products.isVisible(product)).toBe(true);
  });

  test("is changed and not made again by the next synchronisation", async () => {
    const shop = opened(server);
    await shop.publish(listing, start);
    const [before] = structuredClone(products());
    const prices = { ...listing.prices, saleExGst: 90, saleIncGst: 99 };
    await shop.publish({ ...listing, name: "Floor lamp", prices, stock: null }, later);
    const [product, ...others] = products();
    expect(others).toEqual([]);
    expect(product).toMatchObject({ id: before?.id, handle: before?.handle, title: "Floor lamp" });
    expect(product?.variants).toEqual([
      expect.objectContaining({ id: before?.variants[0]?.id, price: "99.00", compareAtPrice: null, tracked: false }),
    ]);
  });

  test("keeps its pictures if nothing about them has changed", async () => {
    const shop = opened(server);
    await shop.publish(listing, start);
    const ids = products()[0]?.media.map(({ id }) => id);
    await shop.publish({ ...listing, images: [...listing.images].reverse() }, later);
    expect(products()[0]?.media.map(({ id }) => id)).toEqual(ids);
    expect(server.products.loaded).toEqual([pictureOf("a"), pictureOf("b")]);
  });

  test("gets new pictures, loses old ones, and has those again that failed in the shop", async () => {
    const shop = opened(server);
    await shop.publish(listing, start);
    const [main] = products()[0]?.media ?? [];
    if (main) main.status = "FAILED";
    const images = [{ url: pictureOf("c"), label: "", availableFrom: null }];
    await shop.publish({ ...listing, images }, later);
    expect(server.products.loaded).toEqual(["a", "b", "a", "c"].map(pictureOf));
    expect(products()[0]?.media.map(({ source, alt }) => [source, alt])).toEqual([
      [pictureOf("a"), "Désk lamp"],
      [pictureOf("c"), "Désk lamp"],
    ]);
  });

  test("shows a picture from the day on which it is available", async () => {
    const images = [{ url: pictureOf("b"), label: "", availableFrom: tomorrow() }];
    await opened(server).publish({ ...listing, images }, start);
    expect(server.products.loaded).toEqual([pictureOf("a")]);
  });

  test("is planned in the shop if it is available later, and hidden when its time is over", async () => {
    const shop = opened(server);
    const availableFrom = tomorrow();
    await shop.publish({ ...listing, availableFrom }, start);
    expect(products()[0]?.publications.get(onlineStoreId)).toBe(availableFrom);
    await shop.publish({ ...listing, availableTo: yesterday() }, later);
    expect(products()[0]?.status).toBe("DRAFT");
  });

  test.each([
    ["GRAMS", 1_250],
    ["OUNCES", 44.0925],
    ["POUNDS", 2.7558],
  ] as const)("has its weight in the shop's unit (%s)", async (unit, value) => {
    server.settings.weightUnit = unit;
    await opened(server).publish(listing, start);
    expect(products()[0]?.variants[0]?.weight).toEqual({ unit, value });
  });

  test("has prices without GST in a shop that adds it", async () => {
    server.settings.taxesIncluded = false;
    await opened(server).publish(listing, start);
    expect(products()[0]?.variants[0]).toMatchObject({ price: "72.73", compareAtPrice: "90.00" });
  });

  test("has variants with options, prices, stock and pictures of their own", async () => {
    await opened(server).publish(divided, start);
    const [product] = products();
    expect(product?.optionNames).toEqual(["Colour", "Size"]);
    expect(product?.variants.map(({ sku, options, tracked }) => [sku, options, tracked])).toEqual([
      ["LAMP-1-1", ["Red", "Small"], true],
      ["LAMP-1-2", ["Blue", "Small"], false],
    ]);
    const red = product?.media.find(({ source }) => source === pictureOf("red"));
    expect(product?.variants.map(({ mediaId }) => mediaId)).toEqual([red?.id, undefined]);
    expect(red).toBeDefined();
  });

  test("loses variants that are gone, and keeps the others even if their SKU or options change", async () => {
    const shop = opened(server);
    await shop.publish(divided, start);
    const [red, blue] = structuredClone(products()[0]?.variants ?? []);
    const variants = [
      variantOf(1, { Colour: "Crimson", Size: "Small" }),
      variantOf(2, { Colour: "Blue", Size: "Small" }, { sku: "OTHER" }),
      variantOf(3, { Colour: "Green" }),
    ];
    await shop.publish({ ...divided, variants }, later);
    const now = products()[0]?.variants ?? [];
    expect(now.map(({ id, options }) => [id, options])).toEqual([
      [red?.id, ["Crimson", "Small"]],
      [blue?.id, ["Blue", "Small"]],
      [expect.any(String), ["Green", "–"]],
    ]);
    await shop.publish({ ...divided, variants: variants.slice(2) }, later);
    expect(products()[0]?.variants.map(({ sku }) => sku)).toEqual(["LAMP-1-3"]);
    await shop.publish(listing, later);
    expect(products()[0]).toMatchObject({ optionNames: ["Title"], variants: [{ sku: "LAMP-1" }] });
  });

  test("has variants without options by their names", async () => {
    const variants = [variantOf(1, {}), variantOf(2, { Colour: "" })];
    await opened(server).publish({ ...listing, variants }, start);
    expect(products()[0]).toMatchObject({
      optionNames: ["Variant"],
      variants: [{ options: ["Desk lamp 1"] }, { options: ["Desk lamp 2"] }],
    });
  });

  test("has all of several hundred variants, and keeps them", async () => {
    const shop = opened(server);
    const variants = Array.from({ length: 230 }, (_, i) => variantOf(i + 1, { Number: String(i + 1) }));
    await shop.publish({ ...listing, variants }, start);
    const ids = products()[0]?.variants.map(({ id }) => id);
    await shop.publish({ ...listing, variants }, later);
    expect(products()[0]?.variants.map(({ id }) => id)).toEqual(ids);
    expect(ids).toHaveLength(230);
  });

  test.each(["SaveProduct", "PublishProduct", "Settings"])(
    "is made once even if the answer to %s is lost",
    async (name) => {
      const shop = opened(server);
      server.fail("lost", new RegExp(name));
      await expect(shop.publish(divided, start)).rejects.toThrow(ShopUnavailable);
      await shop.publish(divided, start);
      expect(products()).toHaveLength(1);
      expect(products()[0]?.variants).toHaveLength(2);
      expect(products().map((product) => server.products.isVisible(product))).toEqual([true]);
    },
  );

  test("is the one that the shop's staff made with its SKU, also at a location where it had no stock", async () => {
    const { product } = server.products.set(undefined, {
      title: "Lamp by hand",
      handle: "by-hand",
      productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
      variants: [{ sku: "LAMP-1", optionValues: [{ optionName: "Title", name: "Default Title" }] }],
    }) as { product: { id: string } };
    products()[0]?.variants[0]?.stock.clear();
    expect(await opened(server).publish(listing, start)).toMatchObject({ marketplaceSku: numberOf(product.id) });
    expect(products()).toEqual([expect.objectContaining({ handle: "by-hand", title: "Désk lamp" })]);
    expect(products()[0]?.variants[0]?.stock.get(locationId)).toBe(12);
  });

  test("has its brand in place of the supplier, and its GTIN as the barcode", async () => {
    await opened(server).publish({ ...listing, brand: "Lumen", gtin: "9780306406157" }, start);
    expect(server.product("LAMP-1")).toMatchObject({ vendor: "Lumen", variants: [{ barcode: "9780306406157" }] });
  });

  test("of another supplier with the same SKU stays a product of its own", async () => {
    const shop = opened(server);
    await shop.publish(listing, start);
    await shop.publish({ ...listing, productId: 8, supplier: { id: 4, name: "Other" } }, start);
    expect(products().map(({ vendor }) => vendor)).toEqual(["Harbour Homewares", "Other"]);
  });

  test("is refused if several products of the shop have its SKU", async () => {
    for (const handle of ["one", "two"])
      server.products.set(undefined, {
        title: handle,
        handle,
        productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
        variants: [{ sku: "LAMP-1", optionValues: [{ optionName: "Title", name: "Default Title" }] }],
      });
    expect(await opened(server).publish(listing, start)).toEqual({
      isAccepted: false,
      reason: "Several products of the shop have this SKU. Please delete all but one of them in Shopify.",
    });
  });

  test("is made again if somebody deleted it in the shop", async () => {
    const shop = opened(server);
    await shop.publish(listing, start);
    server.products.all.clear();
    await shop.publish(listing, later);
    expect(products()).toEqual([expect.objectContaining({ title: "Désk lamp" })]);
    expect(products()[0]?.media).toHaveLength(2);
  });

  test("is not overwritten by a synchronisation that started earlier", async () => {
    const shop = opened(server);
    const newer = await shop.publish({ ...listing, name: "Newer" }, later);
    expect(await shop.publish({ ...listing, name: "Older" }, start)).toEqual(newer);
    await shop.withdraw(listing, start);
    expect(products()).toEqual([expect.objectContaining({ title: "Newer", status: "ACTIVE" })]);
  });

  test("is refused in the words of the shop", async () => {
    const shop = opened(server);
    expect(await shop.publish({ ...listing, name: "x".repeat(256) }, start)).toEqual({
      isAccepted: false,
      reason: "Title is too long (maximum is 255 characters).",
    });
    const variants = [variantOf(1, { A: "1", B: "1", C: "1", D: "1" })];
    expect(await shop.publish({ ...listing, variants }, start)).toEqual({
      isAccepted: false,
      reason: "Options are limited to 3.",
    });
  });

  test.each([
    [
      { referral: { url: "https://x.example", callToAction: "Buy" } },
      "Shopify has no products that are sold on another",
    ],
    [{ missing: ["image"] }, "Not published: the product has no image."],
  ])("is refused before the shop is asked if it cannot be sold there: %j", async (traits, reason) => {
    const outcome = await opened(server).publish({ ...listing, ...traits }, start);
    expect(outcome).toEqual({ isAccepted: false, reason: expect.stringContaining(reason) });
    expect(server.calls).toEqual([]);
  });

  test("is refused by a shop with another currency, or without the permission", async () => {
    server.settings.currencyCode = "NZD";
    expect(await opened(server).publish(listing, start)).toMatchObject({
      reason: "The shop sells in NZD, but prices are in Australian dollars (AUD).",
    });
    server.settings.currencyCode = "AUD";
    server.scopes = server.scopes.filter((scope) => scope !== "write_products");
    expect(await opened(server).publish(listing, start)).toMatchObject({
      isAccepted: false,
      reason: expect.stringContaining("Required access: `read_products` access scope."),
    });
  });
});

describe("a withdrawn product", () => {
  test("stays in the shop as a draft, and comes back with the next publication", async () => {
    const shop = opened(server);
    const { marketplaceSku } = (await shop.publish(listing, start)) as { marketplaceSku: string };
    expect(await shop.withdraw(listing, later)).toEqual({ isAccepted: true, marketplaceSku });
    expect(await shop.withdraw(listing, later)).toEqual({ isAccepted: true, marketplaceSku });
    expect(products()).toEqual([expect.objectContaining({ status: "DRAFT" })]);
    await shop.publish(listing, later);
    expect(products()).toEqual([expect.objectContaining({ status: "ACTIVE" })]);
  });

  test("is hidden even if the answer to its publication was lost", async () => {
    const shop = opened(server);
    server.fail("lost", /SaveProduct/);
    await expect(shop.publish(listing, start)).rejects.toThrow(ShopUnavailable);
    await shop.withdraw(listing, later);
    expect(products()).toEqual([expect.objectContaining({ status: "DRAFT" })]);
  });

  test("may be one that is not in the shop, or no more", async () => {
    const shop = opened(server);
    expect(await shop.withdraw(listing, start)).toEqual({ isAccepted: true });
    await shop.publish(listing, start);
    server.products.all.clear();
    expect(await shop.withdraw(listing, later)).toMatchObject({ isAccepted: true });
  });

  test("is none of the shop's own with the same SKU", async () => {
    server.products.set(undefined, {
      title: "By hand",
      productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
      variants: [{ sku: "LAMP-1", optionValues: [{ optionName: "Title", name: "Default Title" }] }],
    });
    await opened(server).withdraw(listing, start);
    expect(products()).toEqual([expect.objectContaining({ status: "ACTIVE" })]);
  });
});

describe("webhooks", () => {
  const address = "https://back-office.example/shops/1/orders";
  const subscriptions = () =>
    [...server.webhooks.all.values()].map(({ topic, uri, filter }) => [topic, uri, filter || null]);
  const both = (uri = address) => [
    ["ORDERS_CREATE", uri, null],
    ["ORDERS_UPDATED", uri, null],
  ];

  test("are made once, for created and changed orders", async () => {
    const shop = opened(server);
    await shop.subscribe(address);
    await shop.subscribe(address);
    await opened(server).subscribe(address);
    expect(subscriptions()).toEqual(both());
  });

  test("are made once even if an answer is lost", async () => {
    const shop = opened(server);
    server.fail("lost", /MakeWebhook/);
    await expect(shop.subscribe(address)).rejects.toThrow(ShopUnavailable);
    await shop.subscribe(address);
    expect(subscriptions()).toEqual(both());
  });

  test("follow the address, come back after Shopify has deleted them, and lose filters", async () => {
    const shop = opened(server);
    await shop.subscribe("https://old.example/shops/1/orders");
    await shop.subscribe(address);
    expect(subscriptions()).toEqual(both());
    server.webhooks.all.clear();
    expect(await shop.test()).toMatchObject({ hasStopped: true });
    expect(await shop.subscribe(address)).toEqual({ hadStopped: true });
    expect(await shop.subscribe(address)).toEqual({ hadStopped: false });
    for (const each of server.webhooks.all.values()) Object.assign(each, { filter: "id:5", includeFields: ["note"] });
    await shop.subscribe(address);
    expect(subscriptions()).toEqual(both());
    expect([...server.webhooks.all.values()].map(({ includeFields }) => includeFields)).toEqual([[], []]);
  });

  test("leave those of other systems alone", async () => {
    server.webhooks.create("ORDERS_CREATE", { uri: "https://other.example/hook" });
    await opened(server).subscribe(address);
    expect(subscriptions()).toHaveLength(3);
  });

  const body = Buffer.from('{"id": 5, "admin_graphql_api_id": "gid://shopify/Order/5"}');
  const read = (headers: Record<string, string>, given = body, secret = server.secret) =>
    shopify.readWebhook({ ...connectionTo(server), webhookSecret: secret }, headers, given);

  test("with the shop's signature name an order", () => {
    expect(read(signedHeaders(server.secret, "orders/updated", body.toString()))).toEqual({
      orderId: "gid://shopify/Order/5",
    });
  });

  test("with another signature, a changed body, or none are not accepted", () => {
    const headers = signedHeaders(server.secret, "orders/create", body.toString());
    expect(read(headers, Buffer.from(body.toString().replaceAll("5", "6")))).toBe("not signed");
    expect(read(signedHeaders("other", "orders/create", body.toString()))).toBe("not signed");
    expect(read({ ...headers, "x-shopify-hmac-sha256": "short" })).toBe("not signed");
    expect(read({ "x-shopify-topic": "orders/create" })).toBe("not signed");
    expect(read(signedHeaders("", "orders/create", body.toString()), body, "")).toBe("not signed");
  });

  test.each([
    ["products/update", body.toString()],
    ["orders/create", "no JSON"],
    ["orders/create", "{}"],
    ["orders/create", '{"admin_graphql_api_id": "gid://shopify/Product/5"}'],
  ])("about something else are of no interest: %s %s", (topic, text) => {
    expect(read(signedHeaders(server.secret, topic, text), Buffer.from(text))).toBe("other");
  });

  test("arrive as the shop sends them, repeated and in any sequence", async () => {
    const results: unknown[] = [];
    const receiver = createServer(async (request, response) => {
      const pieces = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const call = shopify.readWebhook(connectionTo(server), request.headers, Buffer.concat(pieces));
      results.push(call);
      response.writeHead(call === "not signed" ? 401 : 200).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    await opened(server).subscribe(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`);
    const { id: orderId } = server.place({ lines: [{ sku: "OWN", quantity: 1, price: 500 }], isPaid: false });
    server.pay(orderId);
    expect(await server.sendCalls({ times: 2, isSwapped: true })).toEqual([200, 200, 200, 200]);
    expect(results).toEqual([{ orderId }, { orderId }, { orderId }, { orderId }]);
    server.cancel(orderId);
    expect(await server.sendCalls({ secret: "other" })).toEqual([401]);
    receiver.close();
  });
});

test("a second process with the same keys changes the product that the first one made", async () => {
  const keys = keysInMemory();
  await opened(server, { keys }).publish(listing, start);
  await opened(server, { keys }).publish({ ...listing, sku: "OTHER", name: "Other" }, later);
  expect(products()).toEqual([expect.objectContaining({ title: "Other" })]);
});
