import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { referralClicks } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi({ TRUSTED_PROXIES: "1", REFERRAL_CLICKS_PER_DAY: "5" });
const { db } = api.database;
const { products } = operations;

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const site = "https://acacia.example/basket?from=bazaar";

let operator: TestUser;
let marketplace: number;
let supplier: number;
let product: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace("Bazaar");
  supplier = await api.aSupplier({ name: "Acacia" });
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, status: 2, referralCostPerClick: 0.9091 });
  product = await api.aProduct(supplier, {
    name: "Basket",
    externalSku: "0042",
    isReferralProduct: true,
    referralProductUrl: site,
    on: [published(marketplace)],
  });
});

const published = (marketplaceId: number) => ({ marketplaceId, status: 2, isPublished: true });

interface Visit {
  of?: number;
  on?: number | string;
  method?: "GET" | "HEAD";
  headers?: Record<string, string | undefined>;
}
const follow = ({ of = product, on = marketplace, method = "GET", headers = {} }: Visit = {}) =>
  api.send(undefined, { method, url: `/api/v1/referrals/${on}/${of}`, headers: { "user-agent": browser, ...headers } });
const clicks = () => db.select().from(referralClicks).where(eq(referralClicks.marketplaceId, marketplace));

describe("the link of a referral product", () => {
  test("leads to its supplier's site, and is counted with its cost", async () => {
    const { statusCode, headers } = await follow();
    expect(statusCode).toBe(302);
    expect(headers).toMatchObject({ location: site, "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(await clicks()).toMatchObject([{ productId: product, supplierId: supplier, cost: 0.9091 }]);
  });

  test("is counted once for repeated clicks by one visitor, and once for each visitor", async () => {
    await Promise.all([follow(), follow(), follow()]);
    expect(await clicks()).toHaveLength(1);
    await follow({ headers: { "x-forwarded-for": "203.0.113.7" } });
    expect(await clicks()).toHaveLength(2);
    await db.update(referralClicks).set({ clickedAt: new Date(Date.now() - 61 * 60_000) });
    await follow();
    expect(await clicks()).toHaveLength(3);
  });

  test("is counted once an hour per address, whatever browsers and forwarded addresses are claimed", async () => {
    for (let n = 0; n < 20; n++) {
      const madeUp = { "user-agent": `${browser} Edg/${n}.0`, "x-forwarded-for": `198.51.100.${n}, 203.0.113.7` };
      expect((await follow({ headers: madeUp })).statusCode).toBe(302);
    }
    for (const end of ["1", "2:3:4:5"])
      await follow({ headers: { "x-forwarded-for": `2001:db8:0:7:${end === "1" ? ":1" : end}` } });
    expect(await clicks()).toHaveLength(2);
  });

  test("does not store the visitor's address", async () => {
    await follow({ headers: { "x-forwarded-for": "203.0.113.99" } });
    expect(JSON.stringify(await clicks())).not.toContain("203.0.113");
  });

  test("is paid for up to a daily ceiling, and the export shows the clicks above it", async () => {
    for (let n = 1; n <= 8; n++) await follow({ headers: { "x-forwarded-for": `192.0.2.${n}` } });
    expect(await clicks()).toHaveLength(5);
    const day = new Date().toISOString().slice(0, 10);
    const days = { fromDate: `${day}T00:00:00Z`, toDate: `${day}T23:59:59.999Z`, marketplaceId: marketplace };
    const { rawPayload } = await api.send(operator, requestFor(products.excelReferralsExport, days));
    const told = rowsOf(sheetNamed(await opened(rawPayload), "Referrals"));
    expect(told).toMatchObject([
      { Product: "Basket", Clicks: 5, Cost: 5 },
      { Product: "Basket", Clicks: 3, Cost: 0, Remark: "Above the daily click limit: not charged" },
    ]);
  });

  test.each<[string, Visit]>([
    [
      "a robot",
      { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" } },
    ],
    ["a command-line client", { headers: { "user-agent": "curl/8.5.0" } }],
    ["a prefetching browser", { headers: { "sec-purpose": "prefetch;prerender" } }],
    ["a HEAD request", { method: "HEAD" }],
  ])("redirects %s without counting", async (_, visit) => {
    expect((await follow(visit)).headers.location).toBe(site);
    expect(await clicks()).toEqual([]);
  });

  test("costs nothing without an agreement on referrals", async () => {
    const free = await api.aMarketplace("Free");
    await api.anAgreement({ supplierId: supplier, marketplaceId: free, status: 2, referralCostPerClick: 0 });
    const there = await api.aProduct(supplier, {
      isReferralProduct: true,
      referralProductUrl: site,
      on: [published(free)],
    });
    expect((await follow({ on: free, of: there })).headers.location).toBe(site);
    expect(await db.$count(referralClicks, eq(referralClicks.supplierId, supplier))).toBe(0);
  });

  test("is not found if the product is not approved and published", async () => {
    const asked = await api.aMarketplace("Asked");
    await api.anAgreement({ supplierId: supplier, marketplaceId: asked, status: 1, referralCostPerClick: 1 });
    const listings = [
      { ...published(marketplace), status: 1 },
      { ...published(marketplace), status: 3 },
      { ...published(marketplace), status: 4 },
      { ...published(marketplace), isPublished: false },
      published(asked),
    ];
    for (const listing of listings) {
      const of = await api.aProduct(supplier, {
        isReferralProduct: true,
        referralProductUrl: site,
        on: [{ syncStatus: 0, ...listing }],
      });
      expect((await follow({ of, on: listing.marketplaceId })).statusCode, JSON.stringify(listing)).toBe(404);
    }
    expect((await follow({ on: await api.aMarketplace("Strange") })).statusCode).toBe(404);
    expect(await db.$count(referralClicks, eq(referralClicks.supplierId, supplier))).toBe(0);
  });

  test("is not found for products that are not referral products, nor for malformed paths", async () => {
    const on = [published(marketplace)];
    const ordinary = await api.aProduct(supplier, { referralProductUrl: site, on });
    const gone = await api.aProduct(supplier, {
      isReferralProduct: true,
      referralProductUrl: site,
      isDisabled: true,
      on,
    });
    const nowhere = [
      { of: ordinary },
      { of: gone },
      { of: 999_999_999 },
      { on: 999_999_999 },
      { on: "x" },
      { on: "1?url=https://evil.example" },
    ];
    for (const visit of nowhere) expect((await follow(visit)).statusCode, JSON.stringify(visit)).toBe(404);
  });
});

describe("the export of referrals", () => {
  const at = (clickedAt: string, traits: Partial<typeof referralClicks.$inferInsert> = {}) =>
    db.insert(referralClicks).values({
      clickedAt: new Date(clickedAt),
      productId: product,
      marketplaceId: marketplace,
      supplierId: supplier,
      cost: 0.9091,
      visitor: "somebody",
      ...traits,
    });
  const march = { fromDate: "2026-03-01T00:00:00Z", toDate: "2026-03-31T23:59:59.999Z" };
  const ask = (filters: object = {}, user = operator) =>
    api.send(user, requestFor(products.excelReferralsExport, { ...march, supplierId: supplier, ...filters }));
  async function rows(filters: object = {}, user = operator) {
    const { statusCode, rawPayload } = await ask(filters, user);
    expect(statusCode).toBe(200);
    return rowsOf(sheetNamed(await opened(rawPayload), "Referrals"));
  }

  test("counts the clicks of each day of the operator's time zone and their cost inc GST", async () => {
    for (const moment of [
      "2026-02-28T23:59:59.999Z",
      "2026-03-01T00:00:00Z",
      "2026-03-01T23:59:59Z",
      "2026-03-31T23:59:59Z",
      "2026-04-01T00:00:00Z",
    ])
      await at(moment);
    await at("2026-03-01T12:00:00Z", { cost: 0.1364 });
    expect((await ask()).headers["content-disposition"]).toContain(`filename="Product-Referrals.xlsx"`);
    const same = { Marketplace: "Bazaar", Supplier: "Acacia", ProductId: product, SKU: "0042", Product: "Basket" };
    expect(await rows()).toEqual([
      { Day: new Date("2026-03-01"), ...same, Clicks: 1, "Cost per click": 0.15, Cost: 0.15, Remark: null },
      { Day: new Date("2026-03-01"), ...same, Clicks: 1, "Cost per click": 1, Cost: 1, Remark: null },
      { Day: new Date("2026-03-02"), ...same, Clicks: 1, "Cost per click": 1, Cost: 1, Remark: null },
      { Day: new Date("2026-04-01"), ...same, Clicks: 1, "Cost per click": 1, Cost: 1, Remark: null },
    ]);
  });

  test("can be limited to one marketplace", async () => {
    const other = await api.aMarketplace("Other");
    await at("2026-03-02T00:00:00Z");
    await at("2026-03-02T00:00:00Z", { marketplaceId: other });
    expect((await rows({ marketplaceId: other })).map(({ Marketplace }) => Marketplace)).toEqual(["Other"]);
    expect(await rows()).toHaveLength(2);
  });

  test("shows staff only the clicks of their suppliers, and requires a referral agreement", async () => {
    await at("2026-03-02T00:00:00Z");
    const rival = await api.aSupplier();
    await api.anAgreement({ supplierId: rival, marketplaceId: marketplace, status: 2, referralCostPerClick: 1 });
    const staff = await api.aUser({ roles: ["Supplier"], links: [{ supplier: rival }] });
    expect(await rows({ supplierId: undefined }, staff)).toEqual([]);
    expect(await rows({}, staff)).toEqual([]);
    const others = await api.aUser({ roles: ["Supplier"], links: [{ supplier: await api.aSupplier() }] });
    expect((await ask({}, others)).statusCode).toBe(403);
  });

  test.each([
    ["missing dates", { fromDate: undefined }],
    ["an invalid date", { toDate: "2026-02-30T00:00:00Z" }],
  ])("refuses %s", async (_, filters) => {
    expect((await ask(filters)).statusCode).toBe(422);
  });
});
