/** Connecting to a WooCommerce shop, and publishing products in it. */
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ChannelListing } from "#api/areas/channels/channel.ts";
import { ShopRefusal, ShopUnavailable } from "#api/areas/shops/shop.ts";
import { selfSigned } from "#tests/support/certificate.ts";
import { keysInMemory } from "#tests/support/shops/keys.ts";
import { divided, listing, openedShop, variantOf } from "#tests/support/shops/woocommerce/opened.ts";
import { type WooShop, wooShop } from "#tests/support/shops/woocommerce.ts";

let woo: WooShop;
beforeEach(async () => {
  woo = await wooShop();
});
afterEach(() => woo.close());

const start = "2027-02-01T10:00:00.000Z";
const later = "2027-02-01T11:00:00.000Z";
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();
/** For shops that do not answer as they should. */
const impatient = () => openedShop(woo, {}, keysInMemory(), { timeoutMs: 1_000, patienceMs: 200 }).shop;
const pictureOf = (name: string) => `https://cdn.example/api/v1/files/image/${name}.jpg`;
const published = () => [...woo.products.all.values()].filter(({ parent_id }) => parent_id === 0);
const variations = () => [...woo.products.all.values()].filter(({ parent_id }) => parent_id !== 0);

describe("a test of the connection", () => {
  test("gives the name and the currency of the shop, and changes nothing in it", async () => {
    expect(await openedShop(woo).shop.test()).toEqual({ name: "Lamps & Linen", currency: "AUD", hasStopped: false });
    expect([woo.products.all.size, woo.webhooks.all.size]).toEqual([0, 0]);
  });

  test.each([
    ["another key", { key: "ck_other" }, "The shop does not accept the consumer key and secret."],
    ["another secret", { secret: "cs_other" }, "The shop does not accept the consumer key and secret."],
  ])("with %s says so", async (_, traits, reason) => {
    const tested = openedShop(woo, traits).shop.test();
    await expect(tested).rejects.toThrow(ShopRefusal);
    await expect(tested).rejects.toThrow(reason);
  });

  test("with a key that may only read says which permission is missing", async () => {
    woo.access = "read";
    await expect(openedShop(woo).shop.test()).rejects.toThrow("give it the permission “Read/Write”");
  });

  test("with the key of somebody who may not manage the shop says so", async () => {
    woo.access = "stranger";
    await expect(openedShop(woo).shop.test()).rejects.toThrow("make the key for an administrator or a shop manager");
  });

  test.each<[string, WooShop["instead"], string | RegExp]>([
    ["that has nothing at the address", { status: 404, body: "<h1>Not found</h1>" }, "There is no WooCommerce"],
    [
      "without the plug-in",
      { status: 200, body: { name: "A blog", namespaces: ["wp/v2"] } },
      "There is no WooCommerce",
    ],
    ["that is behind a firewall", { status: 403, body: "<h1>Blocked</h1>" }, "A firewall or a security plugin"],
    [
      "that has moved",
      { status: 301, body: "", headers: { location: "https://www.shop.example/wp-json/" } },
      "The shop has moved to https://www.shop.example.",
    ],
    [
      "that leads from its interface to a page of its own, as with plain permalinks",
      { status: 301, body: "", headers: { location: "/" } },
      "that the permalinks of the site are not “Plain”",
    ],
  ])("of a site %s says so", async (_, instead, reason) => {
    const location = instead?.headers?.location;
    woo.instead =
      instead && location ? { ...instead, headers: { location: new URL(location, woo.url).href } } : instead;
    const tested = openedShop(woo).shop.test();
    await expect(tested).rejects.toThrow(ShopRefusal);
    await expect(tested).rejects.toThrow(reason);
  });

  test("of a site that answers with a page is worth repeating, and says what may be the reason", async () => {
    woo.instead = { status: 200, body: "<h1>Welcome</h1>" };
    const tested = openedShop(woo).shop.test();
    await expect(tested).rejects.toThrow(ShopUnavailable);
    await expect(tested).rejects.toThrow("with a page instead of data. It may be under maintenance");
  });

  test.each(["warned", "marked"] as const)(
    "of a shop whose plug-ins print beside its answers passes (%s)",
    async (kind) => {
      woo.fail(kind, /./, 100);
      expect(await openedShop(woo).shop.test()).toMatchObject({ name: "Lamps & Linen" });
      expect(await openedShop(woo).shop.publish(listing, start)).toMatchObject({ isAccepted: true });
    },
  );

  test("of a shop whose certificate nobody vouches for says so", async () => {
    const server = createSecureServer(selfSigned, (_, response) => response.end("{}"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    await expect(openedShop({ ...woo, url }).shop.test()).rejects.toThrow(
      "The shop did not answer. Its certificate is not from an authority that this system trusts.",
    );
    server.close();
  });

  test("of a shop whose answer is cut does not take a part of it for the answer", async () => {
    for (const body of ['[{"id":1},{"id":2}', '{"code":"AUD","more":{"code":"AUD"}']) {
      woo.instead = { status: 200, body };
      await expect(openedShop(woo).shop.test()).rejects.toThrow("with a page instead of data");
    }
  });

  test("of a site that answers with other or broken JSON ends with an explanation", async () => {
    for (const body of ["{", "[1,2", "null", `"${"x".repeat(100_000)}"`]) {
      const odd = createServer((_, response) => void response.setHeader("content-type", "application/json").end(body));
      await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
      await expect(openedShop({ ...woo, url }).shop.test()).rejects.toThrow(/not one of WooCommerce|instead of data/);
      odd.close();
    }
  });

  test.each(["broken", "silent"] as const)("of a site that is %s is worth repeating", async (fault) => {
    woo.fail(fault);
    await expect(impatient().test()).rejects.toThrow(ShopUnavailable);
  });
});

describe("a product", () => {
  test("carries no tax if it is GST-free", async () => {
    await openedShop(woo).shop.publish({ ...listing, taxClass: "gstFree" }, start);
    expect(published()[0]).toMatchObject({ tax_status: "none" });
  });

  test("is published with everything that the shop has a field for", async () => {
    const { shop } = openedShop(woo);
    const outcome = await shop.publish(listing, start);
    const [product] = published();
    expect(outcome).toEqual({ isAccepted: true, marketplaceSku: String(product?.id) });
    expect(product).toMatchObject({
      name: "Desk lamp",
      description: "<p>A <strong>warm</strong> light.</p>",
      type: "simple",
      status: "publish",
      sku: "LAMP-1",
      tax_status: "taxable",
      regular_price: "99.00",
      sale_price: "80.00",
      manage_stock: true,
      stock_quantity: 12,
      weight: "1.25",
      dimensions: { length: "15", width: "20.5", height: "30" },
      images: [{ alt: "From the front" }, { alt: "From behind" }],
    });
    expect(woo.products.uploads).toEqual([pictureOf("a"), pictureOf("b")]);
    expect(product?.attributes).toMatchObject([
      { name: "Material", options: ["Brass", "Linen"], visible: true, variation: false },
      { name: "Supplier", options: ["Harbour Homewares"], visible: false },
    ]);
    const [root, leaf] = woo.products.categories.values();
    expect([root?.name, leaf?.name, leaf?.parent]).toEqual(["Home", "Lighting &amp; Lamps", root?.id]);
    expect(product?.categories).toEqual([{ id: leaf?.id }]);
  });

  test.each([
    ["g", "mm", { weight: "1250", dimensions: { length: "150", width: "205", height: "300" } }],
    ["lbs", "in", { weight: "2.7558", dimensions: { length: "5.9055", width: "8.0709", height: "11.811" } }],
    ["oz", "m", { weight: "44.0925", dimensions: { length: "0.15", width: "0.205", height: "0.3" } }],
  ])("is weighed in %s and measured in %s, as the shop does", async (weightUnit, dimensionUnit, sizes) => {
    Object.assign(woo.settings, { weightUnit, dimensionUnit });
    await openedShop(woo).shop.publish(listing, start);
    expect(published()[0]).toMatchObject(sizes);
  });

  test("without sizes has empty ones", async () => {
    const parcel = { weightKg: null, heightMm: null, widthMm: null, depthMm: null };
    await openedShop(woo).shop.publish({ ...listing, parcel }, start);
    expect(published()[0]).toMatchObject({ weight: "", dimensions: { length: "", width: "", height: "" } });
  });

  test("is priced ex GST in a shop that adds the tax, and inc GST in one without taxes", async () => {
    woo.settings.pricesIncludeTax = false;
    await openedShop(woo).shop.publish(listing, start);
    expect(published()[0]).toMatchObject({ regular_price: "90.00", sale_price: "72.7273" });
    const untaxed = await wooShop({ calculatesTaxes: false, pricesIncludeTax: false });
    await openedShop(untaxed).shop.publish(listing, start);
    expect(untaxed.product("LAMP-1")).toMatchObject({ regular_price: "99.00", sale_price: "80.00" });
    await untaxed.close();
  });

  test("has no sale price where it is not lower, and loses one that has ended", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    const prices = { ...listing.prices, saleExGst: 90, saleIncGst: 99 };
    await shop.publish({ ...listing, prices }, later);
    expect(published()).toMatchObject([{ regular_price: "99.00", sale_price: "" }]);
    await shop.publish({ ...listing, prices: { ...prices, saleExGst: 100, saleIncGst: 110 } }, later);
    expect(published()).toMatchObject([{ regular_price: "110.00", sale_price: "" }]);
  });

  test("without a stock is not counted; without pieces it is out of stock", async () => {
    const { shop } = openedShop(woo);
    await shop.publish({ ...listing, stock: 0 }, start);
    expect(published()[0]).toMatchObject({ manage_stock: true, stock_quantity: 0, stock_status: "outofstock" });
    await shop.publish({ ...listing, stock: null }, later);
    expect(published()[0]).toMatchObject({ manage_stock: false, stock_status: "instock" });
  });

  test("is out of stock in a shop that does not count, too", async () => {
    woo.settings.managesStock = false;
    await openedShop(woo).shop.publish({ ...listing, stock: 0 }, start);
    expect(published()[0]).toMatchObject({ manage_stock: false, stock_status: "outofstock" });
  });

  test("is changed when it is published again, and its pictures are not copied again", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    const images = published()[0]?.images;
    await shop.publish({ ...listing, name: "Reading lamp", stock: 3 }, later);
    expect(published()).toMatchObject([{ name: "Reading lamp", stock_quantity: 3, images }]);
    expect(woo.products.uploads).toHaveLength(2);
  });

  test("gets a new picture beside the ones it has, and loses the ones that are gone", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    const [front] = published()[0]?.images ?? [];
    const images = [{ url: pictureOf("c"), label: "Detail", availableFrom: null }];
    await shop.publish({ ...listing, images }, later);
    expect(woo.products.uploads).toEqual([pictureOf("a"), pictureOf("b"), pictureOf("c")]);
    expect(published()[0]?.images).toMatchObject([{ id: front?.id }, { alt: "Detail" }]);
    await shop.publish({ ...listing, image: null, images: [] }, later);
    expect(published()[0]?.images).toEqual([]);
  });

  test("leaves out pictures whose day has not come", async () => {
    const images = [{ url: pictureOf("c"), label: "", availableFrom: tomorrow() }];
    await openedShop(woo).shop.publish({ ...listing, images }, start);
    expect(woo.products.uploads).toEqual([pictureOf("a")]);
  });

  test("with many pictures has them sent few at a time, in their sequence", async () => {
    const images = Array.from({ length: 12 }, (_, index) => ({
      url: pictureOf(`p${index}`),
      label: `Picture ${index}`,
      availableFrom: null,
    }));
    await openedShop(woo).shop.publish({ ...listing, image: null, images }, start);
    expect(woo.calls.filter((call) => /^(POST|PUT) \/products(\/\d+)?$/.test(call))).toHaveLength(3);
    expect(woo.products.uploads).toEqual(images.map(({ url }) => url));
    expect(published()[0]?.images.map(({ alt }) => alt)).toEqual(images.map(({ label }) => label));
  });

  test("gets a picture again that somebody deleted in the shop", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    woo.products.pictures.clear();
    expect(await shop.publish(listing, later)).toMatchObject({ isAccepted: true });
    expect(published()[0]?.images).toHaveLength(2);
  });

  test("gets its category again that somebody deleted, and keeps those that the shop's staff gave it", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    const [product] = published();
    const sale = { id: 9_000, name: "On sale", parent: 0 };
    woo.products.categories.clear();
    woo.products.categories.set(sale.id, sale);
    if (product) product.categories = [{ id: sale.id }];
    await shop.publish(listing, later);
    const leaf = [...woo.products.categories.values()].find(({ name }) => name === "Lighting &amp; Lamps");
    expect(published()[0]?.categories).toEqual([{ id: leaf?.id }, { id: sale.id }]);
    await shop.publish({ ...listing, productType: "Garden" }, later);
    const garden = [...woo.products.categories.values()].find(({ name }) => name === "Garden");
    expect(published()[0]?.categories).toEqual([{ id: garden?.id }, { id: sale.id }]);
  });

  test("whose pictures were sent under addresses without an extension keeps them", async () => {
    const keys = keysInMemory();
    const { shop } = openedShop(woo, {}, keys);
    await shop.publish(listing, start);
    const withoutExtension = [...keys.all].filter(([name]) => name.startsWith("picture ")).map(([name]) => name);
    expect(withoutExtension).toEqual(
      [pictureOf("a"), pictureOf("b")].map((src) => `picture ${src.replace(/\.\w+$/, "")}`),
    );
    await shop.publish(listing, later);
    expect(woo.products.uploads).toHaveLength(2);
  });

  test("with a picture whose address does not say its format is refused with the shop's words", async () => {
    const image = "https://cdn.example/api/v1/files/image/a";
    expect(await openedShop(woo).shop.publish({ ...listing, image, images: [] }, start)).toMatchObject({
      isAccepted: false,
      reason: expect.stringContaining("not allowed to upload this file type"),
    });
  });

  test("of a new type makes its category once, although two processes publish at the same moment", async () => {
    woo.products.isRacing = true;
    const keys = keysInMemory();
    const products = [7, 8, 9].map((productId) => ({
      ...listing,
      productId,
      sku: `LAMP-${productId}`,
      image: null,
      images: [],
    }));
    await Promise.all(products.map((each) => openedShop(woo, {}, keys).shop.publish(each, start)));
    expect([...woo.products.categories.values()].map(({ name }) => name)).toEqual(["Home", "Lighting &amp; Lamps"]);
    const leaf = [...woo.products.categories.values()].at(-1);
    expect(published().map(({ categories }) => categories)).toEqual(Array(3).fill([{ id: leaf?.id }]));
  });

  test("never removes a category that it has not made", async () => {
    woo.products.categories.set(9_000, { id: 9_000, name: "Home", parent: 0 });
    const keys = keysInMemory();
    const claim = keys.claim;
    keys.claim = async (kind, path, id) => {
      // Another process was faster, and knows another one.
      await keys.set(kind, path, "9001");
      return claim(kind, path, id);
    };
    await openedShop(woo, {}, keys).shop.publish({ ...listing, productType: "Home" }, start);
    expect(woo.products.categories.has(9_000)).toBe(true);
  });

  test("uses a category that the shop has already", async () => {
    woo.products.categories.set(9_000, { id: 9_000, name: "Home", parent: 0 });
    await openedShop(woo).shop.publish({ ...listing, productType: "Home" }, start);
    expect(published()[0]?.categories).toEqual([{ id: 9_000 }]);
  });

  test("is not made twice, and its pictures not copied twice, after an answer was lost", async () => {
    const { shop } = openedShop(woo);
    woo.fail("lost", /^POST \/products$/);
    await expect(shop.publish(listing, start)).rejects.toThrow(ShopUnavailable);
    expect(await shop.publish(listing, start)).toMatchObject({ isAccepted: true });
    expect(published()).toHaveLength(1);
    expect(woo.products.uploads).toHaveLength(2);
  });

  test("is refused while another product of ours with its SKU is shown, and takes its place once that is withdrawn", async () => {
    const { shop, keys } = openedShop(woo);
    await shop.publish(listing, start);
    const shown = structuredClone(woo.product(listing.sku));
    const other = { ...listing, productId: 8, name: "Another lamp" };
    expect(await shop.publish(other, start)).toEqual({
      isAccepted: false,
      reason: expect.stringContaining("Another product with this SKU is shown in the shop"),
    });
    expect(await shop.withdraw(other, start)).toEqual({ isAccepted: true });
    expect(woo.product(listing.sku)).toEqual(shown);
    await shop.withdraw(listing, start);
    expect(await openedShop(woo, {}, keys).shop.publish(other, start)).toMatchObject({ isAccepted: true });
    expect(woo.product(listing.sku)).toMatchObject({ name: "Another lamp", status: "publish" });
    expect(await shop.publish(listing, start)).toMatchObject({ isAccepted: false });
  });

  test("takes over one with the same SKU in other letters", async () => {
    await openedShop(woo).shop.publish({ ...listing, sku: "lamp-1", name: "Made by hand" }, start);
    await openedShop(woo).shop.publish(listing, later);
    expect(published()).toMatchObject([{ name: "Desk lamp", sku: "LAMP-1" }]);
  });

  test("comes back from the trash, and is made anew where it was deleted for ever", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    const [first] = published();
    if (first) first.status = "trash";
    await shop.publish(listing, later);
    expect(published()).toMatchObject([{ id: first?.id, status: "publish" }]);
    woo.products.all.clear();
    expect(await shop.publish(listing, later)).toMatchObject({ isAccepted: true });
    expect(published()).toHaveLength(1);
  });

  test("keeps what a later synchronisation wrote", async () => {
    const { shop } = openedShop(woo);
    await shop.publish({ ...listing, name: "Newer" }, later);
    expect(await shop.publish({ ...listing, name: "Older" }, start)).toMatchObject({ isAccepted: true });
    expect(await shop.withdraw(listing, start)).toMatchObject({ isAccepted: true });
    expect(published()).toMatchObject([{ name: "Newer", status: "publish" }]);
  });

  test("that is incomplete is refused before the shop is asked", async () => {
    const outcome = await openedShop(woo).shop.publish({ ...listing, missing: ["SKU", "price"] }, start);
    expect(outcome).toEqual({ isAccepted: false, reason: expect.stringContaining("no SKU and no price") });
    expect(woo.calls).toEqual([]);
  });

  test("whose SKU is that of a variation is refused with the shop's words", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(divided, start);
    const other = { ...listing, productId: 8, sku: "LAMP-1-RED" };
    expect(await shop.publish(other, start)).toEqual({ isAccepted: false, reason: "Invalid or duplicated SKU." });
  });

  test("whose picture the shop cannot get is refused with the shop's words", async () => {
    woo.products.brokenPictures.add(pictureOf("a"));
    const { isAccepted, ...outcome } = await openedShop(woo).shop.publish(listing, start);
    expect([isAccepted, outcome]).toEqual([false, { reason: expect.stringMatching(/^Error getting remote image/) }]);
    expect(published()).toEqual([]);
  });

  test("is refused with the reason if the key was revoked", async () => {
    const outcome = await openedShop(woo, { key: "ck_revoked" }).shop.publish(listing, start);
    expect(outcome).toEqual({ isAccepted: false, reason: expect.stringMatching(/consumer key and secret/) });
  });

  test.each(["broken", "silent", "page"] as const)("is worth another try while the shop is %s", async (fault) => {
    woo.fail(fault, /^POST \/products$/);
    await expect(impatient().publish(listing, start)).rejects.toThrow(ShopUnavailable);
  });

  test("arrives although the shop asks for slower calls, unless it does so for too long", async () => {
    woo.fail("tooMany", /./, 3);
    expect(await openedShop(woo).shop.publish(listing, start)).toMatchObject({ isAccepted: true });
    woo.fail("tooMany", /./, 1_000);
    await expect(impatient().publish(listing, later)).rejects.toThrow(ShopUnavailable);
  });

  test("of a referral leads to the supplier's own page", async () => {
    const referral = { url: "https://supplier.example/lamp", callToAction: "See it there" };
    await openedShop(woo).shop.publish({ ...divided, referral }, start);
    expect(published()).toMatchObject([
      { type: "external", external_url: referral.url, button_text: "See it there", regular_price: "99.00" },
    ]);
    expect(variations()).toEqual([]);
  });
});

describe("the days of a product", () => {
  const status = async (traits: Partial<ChannelListing>) => {
    const { shop } = openedShop(woo, {}, keys);
    await shop.publish({ ...listing, ...traits }, later);
    return published()[0]?.status;
  };
  let keys = keysInMemory();
  beforeEach(() => {
    keys = keysInMemory();
  });

  test("schedule it, show it, and hide it", async () => {
    expect(await status({ availableFrom: tomorrow() })).toBe("future");
    expect(await status({ availableFrom: yesterday() })).toBe("publish");
    expect(await status({ availableFrom: yesterday(), availableTo: tomorrow() })).toBe("publish");
    expect(await status({ availableTo: yesterday() })).toBe("draft");
    expect(await status({})).toBe("publish");
  });

  test("schedule a product with variants", async () => {
    expect(await status({ ...divided, availableFrom: tomorrow() })).toBe("future");
  });
});

describe("a product that is withdrawn", () => {
  test("becomes a draft, and is shown again when it is published", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    expect(await shop.withdraw(listing, later)).toMatchObject({ isAccepted: true });
    expect(published()).toMatchObject([{ status: "draft" }]);
    await shop.publish(listing, later);
    expect(published()).toMatchObject([{ status: "publish" }]);
  });

  test("is found after the answer to its publication was lost", async () => {
    const { shop } = openedShop(woo);
    woo.fail("lost", /^POST \/products$/);
    await expect(shop.publish(listing, start)).rejects.toThrow(ShopUnavailable);
    await shop.withdraw(listing, later);
    expect(published()).toMatchObject([{ status: "draft" }]);
  });

  test("need not be there", async () => {
    const { shop } = openedShop(woo);
    expect(await shop.withdraw(listing, start)).toMatchObject({ isAccepted: true });
    await shop.publish(listing, start);
    woo.products.all.clear();
    expect(await shop.withdraw(listing, later)).toMatchObject({ isAccepted: true });
  });

  test("leaves a product of the shop alone that only has the same SKU", async () => {
    await openedShop(woo).shop.publish({ ...listing, productId: 99 }, start);
    expect(await openedShop(woo).shop.withdraw(listing, later)).toMatchObject({ isAccepted: true });
    expect(published()).toMatchObject([{ status: "publish" }]);
  });
});

describe("variants", () => {
  test("are variations with their own price, stock, sizes and picture", async () => {
    const red = variantOf(21, "Red", { image: pictureOf("red"), options: [{ attribute: "Colour", value: "Red" }] });
    const attributes = [...listing.attributes, { name: "colour", values: ["Blue"] }];
    await openedShop(woo).shop.publish({ ...divided, attributes, variants: [red, variantOf(22, "Green")] }, start);
    expect(published()).toMatchObject([{ type: "variable", status: "publish", regular_price: "" }]);
    expect(published()[0]?.attributes.filter(({ variation }) => variation)).toMatchObject([
      { name: "Colour", options: ["Red", "Green"], visible: true },
    ]);
    expect(variations()).toMatchObject([
      {
        sku: "LAMP-1-RED",
        regular_price: "99.00",
        sale_price: "80.00",
        stock_quantity: 5,
        weight: "1.25",
        attributes: [{ name: "Colour", option: "Red" }],
      },
      { sku: "LAMP-1-GREEN", image: null },
    ]);
    expect(woo.products.uploads).toContain(pictureOf("red"));
  });

  test("are changed, made and removed, and keep their pictures", async () => {
    const { shop } = openedShop(woo);
    const red = variantOf(21, "Red", { image: pictureOf("red") });
    await shop.publish({ ...divided, variants: [red, variantOf(22, "Green")] }, start);
    const [first] = variations();
    await shop.publish({ ...divided, variants: [{ ...red, stock: 1 }, variantOf(23, "Blue")] }, later);
    expect(variations()).toMatchObject([
      { id: first?.id, sku: "LAMP-1-RED", stock_quantity: 1, image: first?.image },
      { sku: "LAMP-1-BLUE" },
    ]);
    expect(woo.products.uploads.filter((url) => url === pictureOf("red"))).toHaveLength(1);
    await shop.publish({ ...divided, variants: [{ ...red, image: null }] }, later);
    expect(variations()).toMatchObject([{ id: first?.id, image: null }]);
  });

  test("may swap their SKUs, and get others", async () => {
    const { shop } = openedShop(woo);
    await shop.publish({ ...divided, variants: [variantOf(21, "Red"), variantOf(22, "Green")] }, start);
    const swapped = [variantOf(21, "Green", { id: 21 }), variantOf(22, "Red", { id: 22 })];
    expect(await shop.publish({ ...divided, variants: swapped }, later)).toMatchObject({ isAccepted: true });
    expect(variations()).toHaveLength(2);
    const ids = variations().map(({ id }) => id);
    const renamed = [variantOf(21, "Green", { sku: "G-2" }), variantOf(22, "Red", { sku: "R-2" })];
    await shop.publish({ ...divided, variants: renamed }, later);
    expect(variations().map(({ id }) => id)).toEqual(ids);
    expect(
      variations()
        .map(({ sku }) => sku)
        .sort(),
    ).toEqual(["G-2", "R-2"]);
  });

  test("are not made twice after an answer was lost, and nobody sees the product before they are there", async () => {
    const { shop } = openedShop(woo);
    woo.fail("lost", /variations\/batch/);
    const red = variantOf(21, "Red", { image: pictureOf("red") });
    await expect(shop.publish({ ...divided, variants: [red, variantOf(22, "Green")] }, start)).rejects.toThrow();
    expect(published()).toMatchObject([{ status: "draft" }]);
    await shop.publish({ ...divided, variants: [red, variantOf(22, "Green")] }, start);
    expect(published()).toMatchObject([{ status: "publish" }]);
    expect(variations()).toHaveLength(2);
    expect(woo.products.uploads.filter((url) => url === pictureOf("red"))).toHaveLength(1);
  });

  test("of a product without a SKU of its own are not made twice, either", async () => {
    const { shop } = openedShop(woo);
    woo.fail("lost", /^POST \/products$/);
    await expect(shop.publish({ ...divided, sku: "" }, start)).rejects.toThrow(ShopUnavailable);
    expect(await shop.publish({ ...divided, sku: "" }, start)).toMatchObject({ isAccepted: true });
    expect([published().length, variations().length]).toEqual([1, 2]);
  });

  test("of a product without a SKU leave its address in the shop to the shop", async () => {
    await openedShop(woo).shop.publish({ ...divided, sku: "" }, start);
    expect(published()[0]?.slug).toBe("desk-lamp");
  });

  test("that are very many arrive all, with one copy of a common picture", async () => {
    const variants = Array.from({ length: 130 }, (_, index) =>
      variantOf(index + 1, `Shade ${index}`, { image: pictureOf(`shade${Math.floor(index / 10)}`) }),
    );
    const { shop } = openedShop(woo);
    expect(await shop.publish({ ...divided, variants }, start)).toMatchObject({ isAccepted: true });
    expect(variations()).toHaveLength(130);
    expect(woo.products.uploads).toHaveLength(2 + 13);
    expect(variations().every(({ image }) => image !== null)).toBe(true);
    await shop.publish({ ...divided, variants: variants.slice(0, 120) }, later);
    expect(variations()).toHaveLength(120);
    expect(woo.products.uploads).toHaveLength(2 + 13);
  });

  test("get a picture again that somebody deleted in the shop", async () => {
    const { shop } = openedShop(woo);
    const red = variantOf(21, "Red", { image: pictureOf("red") });
    await shop.publish({ ...divided, variants: [red] }, start);
    woo.products.pictures.delete(variations()[0]?.image?.id ?? 0);
    expect(await shop.publish({ ...divided, variants: [red] }, later)).toMatchObject({ isAccepted: true });
    expect(woo.products.uploads.filter((url) => url === pictureOf("red"))).toHaveLength(2);
  });

  test("with the SKU of another product are refused by name", async () => {
    const { shop } = openedShop(woo);
    await shop.publish({ ...listing, productId: 8, sku: "LAMP-1-RED" }, start);
    expect(await shop.publish(divided, start)).toEqual({
      isAccepted: false,
      reason: "Variant “Desk lamp Red”: Invalid or duplicated SKU.",
    });
  });

  test("may differ in values with the shop's own delimiter", async () => {
    const options = [{ attribute: "Colour", value: "Red|Blue" }];
    await openedShop(woo).shop.publish({ ...divided, variants: [variantOf(21, "Red", { options })] }, start);
    expect(variations()[0]?.attributes).toMatchObject([{ option: "Red/Blue" }]);
  });

  test("come and go with the kind of product", async () => {
    const { shop } = openedShop(woo);
    await shop.publish(listing, start);
    await shop.publish(divided, later);
    expect(published()).toMatchObject([{ type: "variable", regular_price: "" }]);
    expect(variations()).toHaveLength(2);
    await shop.publish(listing, later);
    expect(published()).toMatchObject([{ type: "simple", regular_price: "99.00" }]);
    expect(variations()).toEqual([]);
  });
});
