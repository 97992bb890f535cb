/** The product feed of a marketplace, in the format of Google Merchant Center. */
import { SaxesParser } from "saxes";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { feedFiles } from "#api/areas/channels/feed/feed-file.ts";
import { MarketplaceProductStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { marketplaces } = operations;
const { approved, pendingApproval, disabled } = MarketplaceProductStatus;

let administrator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  administrator = await api.aUser({ roles: ["Administrator"] });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace("Bazaar & Co");
  supplier = await api.aSupplier({ name: "Acacia Homewares" });
  await api.anAgreement({
    supplierId: supplier,
    marketplaceId: marketplace,
    status: SupplierMarketplaceStatus.active,
  });
  await turn(true);
});

const turn = (IsOn: boolean, ProductLink = "https://shop.example/p/{sku}?id={id}") =>
  api.ok(administrator, marketplaces.updateFeed, { MarketplaceId: marketplace, IsOn, ProductLink });
const now = () => api.ok(administrator, marketplaces.get, { id: marketplace });
async function path(): Promise<string> {
  const { pathname } = new URL((await now()).feed?.url ?? "");
  return `/api/v1${pathname.replace(/\.xml$/, "")}`;
}
const fetchFeed = async (headers: Record<string, string> = {}) => api.app.inject({ url: await path(), headers });
const aProduct = (traits: object = {}, listing: object = {}) =>
  api.aProduct(supplier, { on: [{ marketplaceId: marketplace, status: approved, ...listing }], ...traits });

type Item = Record<string, string[]>;

/** The items by the names of their elements, which a strict parser has read. */
async function items(): Promise<Item[]> {
  const response = await fetchFeed();
  expect(response.statusCode).toBe(200);
  const found: Item[] = [];
  let name = "";
  const parser = new SaxesParser();
  parser.on("opentag", (tag) => {
    name = tag.name;
    if (name === "item") found.push({});
  });
  parser.on("text", (text) => {
    const item = found.at(-1);
    if (item && text.trim() !== "") item[name] = [...(item[name] ?? []), text];
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(response.body).close();
  return found;
}

describe("an item", () => {
  test("is a product with its price inc GST, stock, brand, type, weight and address in the shop", async () => {
    const id = await aProduct({
      name: "Linen <tray> & co",
      description: "<p>For <strong>tea</strong>.</p><p>Or coffee.</p>",
      externalSku: "TRAY 1/2",
      recommendedRetailPrice: 9.0455,
      salePrice: 8.1818,
      manageStock: true,
      stockQuantity: 0,
      shippingPackageWeight: 1.25,
    });
    expect(await items()).toEqual([
      {
        "g:id": [String(id)],
        title: ["Linen <tray> & co"],
        description: ["For tea. Or coffee."],
        link: [`https://shop.example/p/TRAY%201%2F2?id=${id}`],
        "g:availability": ["out_of_stock"],
        "g:price": ["9.95 AUD"],
        "g:sale_price": ["9.00 AUD"],
        "g:condition": ["new"],
        "g:brand": ["Acacia Homewares"],
        "g:mpn": ["TRAY 1/2"],
        "g:product_type": [expect.any(String)],
        "g:shipping_weight": ["1.25 kg"],
      },
    ]);
  });

  test("is each active variant, in the group of its product", async () => {
    const id = await aProduct({ hasVariants: true, name: "Tray" });
    const red = await api.aVariant(id, { externalSku: "T-R", name: "Tray, red", recommendedRetailPrice: 20 });
    await api.aVariant(id, { externalSku: "T-X", combination: "2", isDisabled: true });
    expect(await items()).toMatchObject([
      { "g:id": [`${id}-${red}`], "g:item_group_id": [String(id)], title: ["Tray, red"], "g:price": ["22.00 AUD"] },
    ]);
  });

  test("has the brand and the GTIN of the product, or the GTIN of the variant", async () => {
    await aProduct({ brand: "Lumen", gtin: "9780306406157" });
    const id = await aProduct({ hasVariants: true, brand: "Lumen", gtin: "9780306406157" });
    await api.aVariant(id, { externalSku: "T-R", gtin: "96385074" });
    expect(await items()).toMatchObject([
      { "g:brand": ["Lumen"], "g:gtin": ["9780306406157"] },
      { "g:brand": ["Lumen"], "g:gtin": ["96385074"] },
    ]);
  });

  test("has no characters that XML forbids", async () => {
    await aProduct({ name: "A\u0007 bell \u{1F514}", description: "<p>]]&gt; &lt;b&gt; &amp;amp;</p>" });
    expect(await items()).toMatchObject([{ title: ["A bell \u{1F514}"], description: ["]]> <b> &amp;"] }]);
  });

  test.each<[string, object, object]>([
    ["waits for approval", {}, { status: pendingApproval }],
    ["was disabled there", {}, { status: disabled }],
    ["was taken off with a reason", {}, { disableReason: "Broken" }],
    ["is disabled", { isDisabled: true }, {}],
    ["is not available yet", {}, { availableFrom: new Date(Date.now() + 86_400_000) }],
    ["is not available any more", {}, { availableTo: new Date(Date.now() - 86_400_000) }],
  ])("is left out if it %s", async (_, traits, listing) => {
    await aProduct(traits, listing);
    expect(await items()).toEqual([]);
  });

  test("of another marketplace is left out", async () => {
    await api.aProduct(supplier, { on: [{ marketplaceId: await api.aMarketplace(), status: approved }] });
    expect(await items()).toEqual([]);
  });

  test("more than a batch of them are all there, once each", async () => {
    for (let i = 0; i < 503; i++) await aProduct({ name: `Tray ${i}` });
    const ids = (await items()).map((item) => item["g:id"]?.[0]);
    expect([ids.length, new Set(ids).size]).toEqual([503, 503]);
  });
});

describe("the address", () => {
  test("works without signing in, and is seen only by those who may edit", async () => {
    expect((await fetchFeed()).headers["content-type"]).toBe("application/xml; charset=utf-8");
    const reader = await api.aUser({ roles: ["Finance"] });
    expect((await api.ok(reader, marketplaces.get, { id: marketplace })).feed).toMatchObject({ isOn: true, url: null });
  });

  test("does not work while the feed is off, and is the same when it is on again", async () => {
    const before = await path();
    await turn(false);
    expect((await api.app.inject({ url: before })).statusCode).toBe(404);
    expect((await now()).feed?.url).toBeNull();
    await turn(true);
    expect(await path()).not.toBe(before);
  });

  test("can be made anew, and the one before stops working", async () => {
    const before = await path();
    await api.ok(administrator, marketplaces.renewFeedAddress, { MarketplaceId: marketplace });
    expect((await api.app.inject({ url: before })).statusCode).toBe(404);
    expect((await fetchFeed()).statusCode).toBe(200);
  });

  test("of one marketplace does not open another's", async () => {
    const own = await path();
    marketplace = await api.aMarketplace();
    await turn(true);
    const other = await path();
    const mixed = `${other.slice(0, other.lastIndexOf("/"))}${own.slice(own.lastIndexOf("/"))}`;
    expect((await api.app.inject({ url: mixed })).statusCode).toBe(404);
  });
});

test("who has the current version gets 304 without content", async () => {
  await aProduct();
  const { headers, body } = await fetchFeed();
  expect(headers.etag).toMatch(/^"[\w-]+"$/);
  const again = await fetchFeed({ "if-none-match": `"other", ${headers.etag}` });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", headers.etag]);
  expect((await fetchFeed({ "if-none-match": '"other"' })).body).toBe(body);
});

test.each([
  ["http://shop.example/{sku}", true],
  ["https://shop.example/p?id={id}", true],
  ["", true],
  ["https://shop.example/p", false],
  ["javascript:alert({id})", false],
  ["shop.example/{id}", false],
])("the address of a product %s is accepted: %s", async (ProductLink, isAccepted) => {
  const { status } = await api.call(administrator, marketplaces.updateFeed, {
    MarketplaceId: marketplace,
    IsOn: true,
    ProductLink,
  });
  expect(status).toBe(isAccepted ? 200 : 422);
});

describe("the file", () => {
  async function* pieces() {
    yield "one";
  }

  test("is made once for all who ask at the same time, and again when it is old", async () => {
    let made = 0;
    const content = () => {
      made++;
      return pieces();
    };
    const fileOf = feedFiles(50);
    const [first, second] = await Promise.all([fileOf("a", content), fileOf("a", content)]);
    expect([made, first?.version]).toEqual([1, second?.version]);
    await expect.poll(async () => (await fileOf("a", content)) && made).toBe(2);
  });

  test("that could not be made is made at the next attempt", async () => {
    const fileOf = feedFiles();
    const broken = () =>
      (async function* () {
        yield "half";
        throw new Error("The database is away.");
      })();
    await expect(fileOf("b", broken)).rejects.toThrow("away");
    const { open } = await fileOf("b", pieces);
    expect(await open().toArray()).toEqual([Buffer.from("one")]);
  });
});
