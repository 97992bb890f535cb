import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { builtIn, builtInSku } from "#api/areas/channels/built-in.ts";
import type { Channel, ChannelListing } from "#api/areas/channels/channel.ts";
import { sweep } from "#api/areas/channels/sweep.ts";
import { synchronise } from "#api/areas/channels/synchronise.ts";
import {
  marketplaceProducts,
  products as productTable,
  supplierMarketplaces,
} from "#api/core/database/schema/index.ts";
import { createJobs, type JobData } from "#api/core/jobs/jobs.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { aVaryingProduct } from "#tests/support/varying-product.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;
const config = { gstRate: 0.1, cdnBaseUrl: "https://pictures.example" };
const log = pino({ level: "silent" });
const jobs = createJobs(api.database, log, { retryLimit: 1, retryDelay: 1, retryBackoff: false });
afterAll(() => jobs.stop());

let manager: TestUser;
let supplier: number;
let marketplace: number;
let product: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  // No product of earlier tests waits for the sweep.
  await db.delete(marketplaceProducts);
  await db.execute(sql`delete from jobs.job where name = 'sync'`);
  [supplier, marketplace] = [await api.aSupplier({ name: "Acacia" }), await api.aMarketplace()];
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  product = await api.aProduct(supplier, { ...complete, on: [{ marketplaceId: marketplace, status: 2 }] });
  await set({ syncStatus: 1 });
});

const complete = {
  description: "<p>Warm.</p>",
  defaultImageFileId: randomUUID(),
  externalSku: "SCARF",
  shippingMethod: 0,
};
const isOurs = () =>
  and(eq(marketplaceProducts.productId, product), eq(marketplaceProducts.marketplaceId, marketplace));
const set = (values: Partial<typeof marketplaceProducts.$inferInsert>) =>
  db.update(marketplaceProducts).set(values).where(isOurs());
const stored = async () => (await db.select().from(marketplaceProducts).where(isOurs()))[0];
const ask = (changes: object = {}, user = manager) =>
  api.call(user, products.syncMarketplaceProduct, { ProductId: product, MarketplaceId: marketplace, ...changes });
async function queued(): Promise<JobData["sync"][]> {
  const { rows } = await db.execute<{ data: JobData["sync"] }>(
    sql`select data from jobs.job where name = 'sync' order by created_on`,
  );
  return rows.map(({ data }) => data);
}
/** Runs the queued jobs with the channel. */
async function work(channel: Channel = builtIn, isLastTry = false): Promise<void> {
  const handler = synchronise({
    database: api.database,
    config,
    onFailure: async () => {},
    onPublish: async () => {},
    channelTo: () => channel,
  });
  for (const data of await queued()) await handler(data, { id: randomUUID(), isLastTry });
}
/** A channel that records its calls. */
function noting() {
  const told: { event: string; listing: ChannelListing }[] = [];
  const note = (event: string) => async (listing: ChannelListing) => {
    told.push({ event, listing });
    return { isAccepted: true } as const;
  };
  return { told, channel: { publish: note("publish"), withdraw: note("withdraw") } };
}
/** The channel calls caused by a sweep. */
async function swept(now = new Date()): Promise<string[]> {
  await sweep(api.database, jobs, now);
  const { told, channel } = noting();
  await work(channel);
  return told.map(({ event }) => event);
}
/** The built-in channel, with a change during publishing. */
function changing(change: () => Promise<unknown>): Channel {
  const publish: Channel["publish"] = async (...told) => {
    await change();
    return builtIn.publish(...told);
  };
  return { ...builtIn, publish };
}
/** A channel whose requests always fail. */
const silent: Channel = {
  publish: () => Promise.reject(new Error("silence")),
  withdraw: () => Promise.reject(new Error("silence")),
};

describe("requesting a synchronisation", () => {
  test("starts it if the product is approved or disabled, and out of sync", async () => {
    for (const status of [2, 4]) {
      for (const syncStatus of [1, 3]) {
        await set({ status, syncStatus, syncStartedAt: null, syncError: null });
        expect(await ask(), `${status} ${syncStatus}`).toMatchObject({ status: 200, body: 2 });
        expect(await stored()).toMatchObject({ status, syncStatus: 2, syncStartedAt: expect.any(Date) });
      }
    }
    expect(await queued()).toHaveLength(4);
  });

  test("is refused before approval, while one is running, and if nothing has changed", async () => {
    for (const [status, syncStatus] of [
      [2, 2],
      [2, 0],
      [1, 1],
      [3, 1],
      [5, 1],
    ] as const) {
      await set({ status, syncStatus });
      expect(await ask(), `${status} ${syncStatus}`).toMatchObject({ status: 409 });
    }
    expect(await queued()).toEqual([]);
  });

  test("twice at once starts one", async () => {
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await queued()).toHaveLength(1);
  });

  test("requires an active agreement, and a marketplace that lists the product", async () => {
    expect(await ask({ MarketplaceId: await api.aMarketplace() })).toMatchObject({ status: 404 });
    await db.update(supplierMarketplaces).set({ status: 4 }).where(eq(supplierMarketplaces.supplierId, supplier));
    expect(await ask()).toMatchObject({ status: 404 });
  });
});

describe("a synchronisation", () => {
  test("publishes a complete product, and stores the marketplace's identifier", async () => {
    await set({ syncError: "Before" });
    await ask();
    await work();
    expect(await stored()).toMatchObject({
      syncStatus: 0,
      syncError: null,
      syncStartedAt: null,
      marketplaceSku: builtInSku(marketplace, product),
    });
  });

  test("of an incomplete product fails and states what is missing", async () => {
    await db
      .update(productTable)
      .set({ defaultImageFileId: null, description: "<p> </p>" })
      .where(eq(productTable.id, product));
    await ask();
    await work();
    expect(await stored()).toMatchObject({
      syncStatus: 3,
      syncError: "Not published: the product has no description and no hero image.",
      syncStartedAt: null,
    });
  });

  test("withdraws disabled products, and products without an active agreement", async () => {
    const { told, channel } = noting();
    const agreement = (status: number) =>
      db.update(supplierMarketplaces).set({ status }).where(eq(supplierMarketplaces.supplierId, supplier));
    const begin = async () => {
      await set({ syncStatus: 1 });
      await sweep(api.database, jobs, new Date());
      await work(channel);
      expect(await stored()).toMatchObject({ syncStatus: 0 });
    };
    await begin();
    await set({ status: 4 });
    await begin();
    await set({ status: 2 });
    await db.update(productTable).set({ isDisabled: true }).where(eq(productTable.id, product));
    await begin();
    await db.update(productTable).set({ isDisabled: false }).where(eq(productTable.id, product));
    await agreement(4);
    await begin();
    expect(told.map(({ event }) => event)).toEqual(["publish", "withdraw", "withdraw", "withdraw"]);
  });

  test("that is overtaken by a change leaves the product out of sync until the next one", async () => {
    await ask();
    await work(changing(() => set({ syncStatus: 1 })));
    expect(await stored()).toMatchObject({
      syncStatus: 1,
      syncStartedAt: null,
      isPublished: true,
      marketplaceSku: builtInSku(marketplace, product),
    });
    const { told, channel } = noting();
    await sweep(api.database, jobs, new Date());
    await work(channel);
    // The job of the first synchronisation is still queued, and must not run for the second.
    expect(told).toHaveLength(1);
    expect(await stored()).toMatchObject({ syncStatus: 0 });
  });

  test("is retried when the marketplace does not respond, and reports a failure after the last attempt", async () => {
    await ask();
    await expect(work(silent)).rejects.toThrow("silence");
    expect(await stored()).toMatchObject({ syncStatus: 2 });
    await expect(work(silent, true)).rejects.toThrow("silence");
    expect(await stored()).toMatchObject({
      syncStatus: 3,
      syncError: "The marketplace did not answer. Please try again.",
    });
  });
});

test("a listing contains prices with and without GST, variants, options and images", async () => {
  const it = await aVaryingProduct(api, {
    supplierId: supplier,
    name: "Scarf",
    recommendedRetailPrice: 9.0455,
    salePrice: 9.0455,
    on: [{ marketplaceId: marketplace, status: 2 }],
  });
  const imageId = await api.aFile({ location: 2, contentType: "image/jpeg" });
  await api.aProductImage(it.product, { imageId, label: "Front" });
  await api.aVariant(it.product, {
    externalSku: "RED",
    options: [it.options.Red, it.options.Small],
    recommendedRetailPrice: 18.1818,
    manageStock: true,
    stockQuantity: 4,
    shippingPackageWeight: 0.25,
  });
  await api.aVariant(it.product, {
    externalSku: "OFF",
    options: [it.options.Blue, it.options.Small],
    isDisabled: true,
  });
  await db.update(marketplaceProducts).set({ syncStatus: 3 }).where(eq(marketplaceProducts.productId, it.product));
  await ask({ ProductId: it.product });
  const { told, channel } = noting();
  await work(channel);
  expect(told[0]?.listing).toMatchObject({
    productId: it.product,
    marketplaceId: marketplace,
    supplier: { id: supplier, name: "Acacia" },
    name: "Scarf",
    prices: { recommendedExGst: 9.0455, recommendedIncGst: 9.95, saleExGst: 9.0455, saleIncGst: 9.95 },
    stock: null,
    images: [
      { url: `https://pictures.example/api/v1/files/image/${imageId}.jpg`, label: "Front", availableFrom: null },
    ],
    attributes: [
      { name: "Colour", values: ["Red", "Blue"] },
      { name: "Size", values: ["Small", "Large"] },
    ],
    variants: [
      {
        sku: "RED",
        name: "Scarf",
        prices: { recommendedExGst: 18.1818, recommendedIncGst: 20, saleExGst: 18.1818, saleIncGst: 20 },
        stock: 4,
        parcel: { weightKg: 0.25, heightMm: null },
        options: [
          { attribute: "Colour", value: "Red" },
          { attribute: "Size", value: "Small" },
        ],
      },
    ],
    missing: ["description", "hero image", "shipping method"],
  });
  expect(told[0]?.listing.variants).toHaveLength(1);
});

describe("the periodic sweep", () => {
  const now = new Date("2027-02-01T10:00:00Z");
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

  test("starts pending synchronisations of approved or disabled products once, a hundred at a time", async () => {
    await Promise.all(
      Array.from({ length: 101 }, (_, i) =>
        api.aProduct(supplier, { on: [{ marketplaceId: marketplace, status: [2, 4][i % 2] ?? 2 }] }),
      ),
    );
    await db.update(marketplaceProducts).set({ syncStatus: 1 });
    const unapproved = await api.aProduct(supplier, { on: [{ marketplaceId: marketplace, status: 1 }] });
    await db.update(marketplaceProducts).set({ syncStatus: 1 }).where(eq(marketplaceProducts.productId, unapproved));
    await sweep(api.database, jobs, now);
    expect(await db.$count(marketplaceProducts, eq(marketplaceProducts.syncStatus, 2))).toBe(100);
    await sweep(api.database, jobs, now);
    expect((await queued()).length).toBe(100);
    await work();
    await sweep(api.database, jobs, now);
    expect(await queued()).toHaveLength(102);
    expect(
      (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, unapproved)))[0],
    ).toMatchObject({ syncStatus: 1 });
  });

  test("gives up synchronisations that have not ended after ten minutes", async () => {
    await set({ syncStatus: 2, syncStartedAt: minutesAgo(9) });
    await sweep(api.database, jobs, now);
    expect(await stored()).toMatchObject({ syncStatus: 2 });
    await set({ syncStartedAt: minutesAgo(11) });
    await sweep(api.database, jobs, now);
    expect(await stored()).toMatchObject({
      syncStatus: 3,
      syncError: "The marketplace did not answer. Please try again.",
      syncStartedAt: null,
    });
  });
});

test("a product disabled with a reason is withdrawn even if its supplier changed it before the sweep", async () => {
  await set({ status: 3, syncStatus: 1, disableReason: "No barcode", isPublished: true });
  expect(await swept()).toEqual(["withdraw"]);
  expect(await stored()).toMatchObject({ status: 3, syncStatus: 0, isPublished: false });
});

describe("a published product", () => {
  const deactivate = () => api.ok(manager, products.deactivate, { ProductId: product });

  beforeEach(async () => {
    expect(await swept()).toEqual(["publish"]);
    expect(await stored()).toMatchObject({ syncStatus: 0, isPublished: true });
  });

  test("is withdrawn when it is deactivated, whatever its approval", async () => {
    for (const status of [2, 3, 5]) {
      await set({ status, syncStatus: 0, isPublished: true });
      await api.ok(manager, products.activate, { ProductId: product });
      await deactivate();
      expect(await swept(), String(status)).toEqual(["withdraw"]);
      expect(await stored()).toMatchObject({ status, syncStatus: 0, isPublished: false });
    }
  });

  test("is withdrawn if its agreement was disabled and enabled again before the sweep", async () => {
    const admin = await api.aUser({ roles: ["Administrator"] });
    const agreement = { SupplierId: supplier, MarketplaceId: marketplace };
    await api.ok(admin, operations.suppliers.disableMarketplace, agreement);
    await api.ok(admin, operations.suppliers.enableMarketplace, agreement);
    expect(await stored()).toMatchObject({ status: 1, syncStatus: 1 });
    expect(await swept()).toEqual(["withdraw"]);
    expect(await stored()).toMatchObject({ status: 1, isPublished: false });
  });

  test("stays as it was while a change waits for approval", async () => {
    for (const status of [3, 5]) {
      await set({ status, syncStatus: 1 });
      expect(await swept(), String(status)).toEqual([]);
      expect(await stored()).toMatchObject({ status, syncStatus: 1, isPublished: true });
    }
  });

  test("stays if it is activated again before the sweep", async () => {
    await set({ status: 3 });
    await deactivate();
    await sweep(api.database, jobs, new Date());
    await api.ok(manager, products.activate, { ProductId: product });
    const { told, channel } = noting();
    await work(channel);
    expect(told).toEqual([]);
    expect(await stored()).toMatchObject({ status: 3, syncStatus: 1, syncStartedAt: null, isPublished: true });
  });

  test("that must be withdrawn can be synchronised manually while it waits for approval", async () => {
    await set({ status: 3 });
    await deactivate();
    await set({ syncStatus: 3, syncError: "Not now." });
    expect(await ask()).toMatchObject({ status: 200, body: 2 });
  });
});

test("a product counts as published if the marketplace did not respond, but not if it refused", async () => {
  await ask();
  await expect(work(silent, true)).rejects.toThrow("silence");
  expect(await stored()).toMatchObject({ syncStatus: 3, isPublished: true });
  await set({ syncStatus: 1, isPublished: false });
  await db.update(productTable).set({ defaultImageFileId: null }).where(eq(productTable.id, product));
  await ask();
  await work();
  expect(await stored()).toMatchObject({ syncStatus: 3, isPublished: false });
});

describe("a running synchronisation", () => {
  test("is not overtaken by the next one, which starts when it has ended", async () => {
    await ask();
    await work(
      changing(async () => {
        await api.ok(manager, products.deactivate, { ProductId: product });
        expect(await ask()).toMatchObject({
          status: 409,
          body: { message: expect.stringContaining("already being synced") },
        });
        await sweep(api.database, jobs, new Date());
        expect(await queued()).toHaveLength(1);
      }),
    );
    expect(await stored()).toMatchObject({ syncStatus: 1, syncStartedAt: null, isPublished: true });
    expect(await swept()).toEqual(["withdraw"]);
  });

  test("that is overtaken by a change between two attempts gives way to the next one", async () => {
    await ask();
    await expect(work(silent)).rejects.toThrow("silence");
    await set({ syncStatus: 1 });
    const { told, channel } = noting();
    await work(channel);
    expect(told).toEqual([]);
    expect(await swept()).toEqual(["publish"]);
  });

  test("that never ends blocks the next one for at most ten minutes", async () => {
    const now = new Date();
    await set({ syncStatus: 1, syncStartedAt: new Date(now.getTime() - 9 * 60_000) });
    expect(await swept(now)).toEqual([]);
    await set({ syncStartedAt: new Date(now.getTime() - 11 * 60_000) });
    expect(await swept(now)).toEqual(["publish"]);
  });
});

test("the synchronisation job runs in the background", async () => {
  await jobs.start({
    async mail() {},
    async process() {},
    async invoice() {},
    async offers() {},
    async orderEmail() {},
    sync: synchronise({
      database: api.database,
      config,
      onFailure: async () => {},
      onPublish: async () => {},
      channelTo: () => builtIn,
    }),
  });
  await ask();
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ syncStatus: 0 }), {
    timeout: 15_000,
    interval: 50,
  });
});
