import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readListing } from "#api/areas/channels/listing.ts";
import { testWebhook } from "#api/areas/channels/webhook.ts";
import { sealWebhookSecret } from "#api/areas/channels/webhook-secret.ts";
import { renewOffersOf } from "#api/areas/suppliers/renew-offers.ts";
import { readConfig } from "#api/core/config.ts";
import { marketplaceProducts, marketplaces as marketplaceTable } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { marketplaceDetails } from "#contract/marketplaces/edits.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { newOrder } from "#tests/support/forms.ts";
import { pagesOf } from "#tests/support/pdf.ts";

const keys = ["a secret for tests alone"];
const env = { OIDC_CLIENT_SECRET: "a secret for tests alone" };

const api = await startApi();

test("the marketplaces are listed by name for every signed-in user", async () => {
  for (const name of ["Market Lane", "big backyard", "Corner Room"]) await api.aMarketplace(name);
  const { items } = await api.ok(await api.aUser({}), operations.marketplaces.list, {
    pageSize: 10_000,
    includeTotalCount: false,
  });
  expect(items.map((item) => item.name)).toEqual(["big backyard", "Corner Room", "Market Lane"]);
});

test("the marketplaces are not listed without signing in", async () => {
  expect(await api.call(undefined, operations.marketplaces.list, {})).toMatchObject({
    status: 401,
    problem: { message: "Please sign in." },
  });
});

const { marketplaces, suppliers, approvals, orders, products } = operations;
const { db } = api.database;
const admin = await api.aUser({ roles: ["Administrator"] });
const operator = await api.aUser({ roles: ["Operator"] });

const someDetails = (traits: object = {}) => ({
  Name: `Marketplace ${randomUUID()}`,
  LegalName: "Harbour & Co Pty Ltd",
  Abn: "53 004 085 616",
  ...traits,
});
const add = (traits: object = {}) => api.call(admin, marketplaces.add, someDetails(traits));
const added = async (traits: object = {}) => (await add(traits)).body;
const get = (id: number) => api.ok(admin, marketplaces.get, { id });
const errorsOf = ({ problem }: { problem: { errors?: object } }) => problem.errors;
const renewing = renewOffersOf({ database: api.database, config: readConfig(env), files: databaseFiles });
const runOffers = (marketplaceId: number) => renewing({ marketplaceId }, { id: randomUUID(), isLastTry: false });
const listingOn = async (marketplaceId: number) =>
  (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.marketplaceId, marketplaceId)))[0];

/** A supplier with an approved and published product on a marketplace. */
async function inUse() {
  const [supplier, marketplace] = [await api.aSupplier(), await api.aMarketplace(`Shop ${randomUUID()}`)];
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  const product = await api.aProduct(supplier, {
    on: [{ marketplaceId: marketplace, status: 2, isPublished: true, syncStatus: 0 }],
  });
  return { supplier, marketplace, product };
}

describe("managing marketplaces", () => {
  test("a new marketplace is listed with what was entered, and found by its name", async () => {
    const name = `Corner ${randomUUID()}`;
    const id = await added({ Name: ` ${name} `, OrderNumberPrefix: "q7" });
    const page = await api.ok(operator, marketplaces.manage, { name: name.toUpperCase(), showActiveOnly: true });
    expect(page.items).toEqual([
      {
        id,
        name,
        legalName: "Harbour & Co Pty Ltd",
        abn: "53004085616",
        orderNumberPrefix: "Q7",
        isDisabled: false,
        channel: "builtIn",
        supplierCount: 0,
      },
    ]);
  });

  test.each([
    ["Name", "", "This is a required field"],
    ["Name", "x".repeat(256), "Please use no more than 255 characters."],
    ["LegalName", " ", "This is a required field"],
    ["Abn", "", "This is a required field"],
    ["Abn", "123456789012", "An ABN has 11 digits, for example 51 824 753 556."],
    [
      "Abn",
      "51824753557",
      "These digits are not an ABN: the check digits do not match. Please compare them with the register.",
    ],
    ["Abn", 51824753556, "This is a required field"],
    ["OrderNumberPrefix", "HARBOUR", "Please use one to five letters or digits, for example HC."],
    ["OrderNumberPrefix", "A-1", "Please use one to five letters or digits, for example HC."],
    [
      "OrderNumberPrefix",
      "m",
      "Numbers of marketplaces without a prefix begin with M. Please choose another one, or leave this empty.",
    ],
  ])("%s may not be %j", async (field, value, message) => {
    expect(errorsOf(await add({ [field]: value }))).toEqual({ [field]: [message] });
  });

  test("a name and a prefix belong to one marketplace, also if two people enter them at once", async () => {
    const Name = `Twice ${randomUUID()}`;
    const answers = await Promise.all([add({ Name }), add({ Name: Name.toUpperCase() })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    await added({ Name: "Prefixed", OrderNumberPrefix: "ZZ1" });
    expect(errorsOf(await add({ OrderNumberPrefix: "zz1" }))).toEqual({
      OrderNumberPrefix: ["The order numbers of Prefixed begin with this already."],
    });
  });

  test("a logo must be one that the sender uploaded for a marketplace", async () => {
    const id = await added();
    const update = async (LogoId: string) =>
      api.call(admin, marketplaces.updateDetails, { ...someDetails(), MarketplaceId: id, LogoId });
    const file = (location: number, createdBy: number) => api.aFile({ location, createdBy });
    const other = await file(FileLocation.marketplaceLogo, operator.id);
    for (const wrong of [other, await file(FileLocation.supplierLogo, admin.id), randomUUID()])
      expect(errorsOf(await update(wrong))).toEqual({ LogoId: ["Please upload the logo again."] });
    expect((await update(await file(FileLocation.marketplaceLogo, admin.id))).status).toBe(200);
  });

  test("an edit keeps what somebody else changed meanwhile, and is refused for the same field", async () => {
    const id = await added();
    const before = await get(id);
    const Shown = shownText(marketplaceDetails(before));
    const edit = (traits: object) =>
      api.call(admin, marketplaces.updateDetails, {
        MarketplaceId: id,
        Name: before.name,
        LegalName: before.legalName,
        Abn: before.abn,
        LogoId: "",
        Shown,
        ...traits,
      });
    expect((await edit({ LegalName: "First Pty Ltd" })).status).toBe(200);
    expect((await edit({ OrderNumberPrefix: "two" })).status).toBe(200);
    expect(await get(id)).toMatchObject({ legalName: "First Pty Ltd", orderNumberPrefix: "TWO" });
    expect((await edit({ LegalName: "Second Pty Ltd" })).status).toBe(409);
    expect((await get(id)).legalName).toBe("First Pty Ltd");
  });

  test("the prefix begins the numbers of orders that are entered without one", async () => {
    const [supplier, id] = [await api.aSupplier(), await added({ OrderNumberPrefix: "hc" })];
    const order = await api.ok(operator, orders.add, { ...newOrder(supplier, id), Name: "" });
    expect((await api.ok(operator, orders.get, { id: order })).marketplaceOrderId).toMatch(/^HC-\d{8}-\d+$/);
  });
});

describe("the clauses of a marketplace", () => {
  const clausesOf = (id: number, Clauses: string) =>
    api.call(admin, marketplaces.updateClauses, { MarketplaceId: id, Clauses });

  test("are stored without blank lines, and are part of the preview", async () => {
    const id = await added();
    expect((await clausesOf(id, " Parcels carry our slip. \r\n\r\nReturns are accepted.")).status).toBe(200);
    expect((await get(id)).clauses).toBe("Parcels carry our slip.\nReturns are accepted.");
    const { raw } = await api.call(operator, marketplaces.previewAgreement, { id });
    const text = (await pagesOf(raw.rawPayload)).join(" ");
    for (const part of ["Example Supplier Pty Ltd", "6.2 Returns are accepted."]) expect(text).toContain(part);
  });

  test.each([
    ["300 clauses", "x\n".repeat(300), "Please enter at most 100 clauses, one on each line; these are 300."],
    ["a long clause", `short\n${"x".repeat(1_001)}`, "Clause 2 is longer than 1,000 characters. Please shorten it."],
    ["a megabyte", "x".repeat(1_000_000), "Please enter at most 100 clauses of 1,000 characters, one on each line."],
  ])("are refused with one sentence: %s", async (_what, clauses, message) => {
    const id = await added();
    expect(errorsOf(await clausesOf(id, clauses))).toEqual({ Clauses: [message] });
  });

  test("have to be agreed to again when they change, while the products stay listed", async () => {
    const { supplier, marketplace, product } = await inUse();
    const owner = await api.aUser({ links: [{ supplier }] });
    const link = async () =>
      (await api.ok(owner, suppliers.get, { id: supplier })).marketplaces.find(
        ({ marketplaceId }) => marketplaceId === marketplace,
      );
    const agree = () =>
      api.call(owner, suppliers.agreeToMarketplaceAgreement, { SupplierId: supplier, MarketplaceId: marketplace });
    expect((await get(marketplace)).agreedCount).toBe(1);
    await clausesOf(marketplace, "Returns are accepted.");
    expect(await link()).toMatchObject({ status: 1, agreementDate: null, agreementDocumentFileId: null });
    expect((await agree()).status).toBe(409);
    await runOffers(marketplace);
    const offered = (await link())?.agreementDocumentFileId;
    expect(offered).toEqual(expect.any(String));
    // The same job again changes nothing.
    await runOffers(marketplace);
    expect((await link())?.agreementDocumentFileId).toBe(offered);
    await db.update(marketplaceProducts).set({ syncStatus: 1 }).where(eq(marketplaceProducts.productId, product));
    const found = await readListing(db, { productId: product, marketplaceId: marketplace }, readConfig(env));
    expect(found?.due).toBe("publish");
    expect((await agree()).status).toBe(200);
    expect(await link()).toMatchObject({ status: 2 });
    await clausesOf(marketplace, "Returns are accepted.");
    expect(await link()).toMatchObject({ status: 2 });
  });
});

describe("a marketplace that is not active", () => {
  test("withdraws what is published, lists nothing new, and lists it again when it is activated", async () => {
    const { supplier, marketplace, product } = await inUse();
    expect(await get(marketplace)).toMatchObject({ supplierCount: 1, productCount: 1 });
    const due = async () =>
      (await readListing(db, { productId: product, marketplaceId: marketplace }, readConfig(env)))?.due;
    await api.ok(admin, marketplaces.deactivate, { MarketplaceId: marketplace });
    expect(await listingOn(marketplace)).toMatchObject({ status: 2, syncStatus: 1 });
    expect(await due()).toBe("withdraw");
    const later = await api.ok(operator, products.add, {
      Name: "Tray",
      SupplierId: supplier,
      ProductTypeId: await api.aProductType(),
      RecommendedRetailPrice: 10,
      ExternalSku: randomUUID(),
      HasVariants: false,
    });
    const listed = () =>
      db.$count(
        marketplaceProducts,
        and(eq(marketplaceProducts.productId, later), eq(marketplaceProducts.marketplaceId, marketplace)),
      );
    expect(await listed()).toBe(0);
    await api.ok(admin, marketplaces.activate, { MarketplaceId: marketplace });
    expect([await due(), await listed()]).toEqual(["publish", 1]);
  });

  test("accepts no agreement and no approval, but orders of the past", async () => {
    const { supplier, marketplace, product } = await inUse();
    const owner = await api.aUser({ links: [{ supplier }] });
    const key = { SupplierId: supplier, MarketplaceId: marketplace };
    await api.ok(operator, suppliers.upsertMarketplace, { ...key, CommissionRate: 0.2 });
    await api.ok(admin, marketplaces.deactivate, { MarketplaceId: marketplace });
    const answers = [
      await api.call(owner, suppliers.agreeToMarketplaceAgreement, key),
      await api.call(operator, suppliers.upsertMarketplace, { ...key, CommissionRate: 0.25 }),
      await api.call(operator, approvals.approve, { ProductId: product, MarketplaceId: marketplace }),
    ];
    for (const { status, problem } of answers)
      expect([status, problem.message]).toEqual([
        409,
        "This marketplace is not active, so nothing new can be agreed or listed there.",
      ]);
    expect((await api.call(operator, orders.add, newOrder(supplier, marketplace))).status).toBe(200);
  });

  test("is still offered by filters, which know that it is not active", async () => {
    const { marketplace } = await inUse();
    await api.ok(admin, marketplaces.deactivate, { MarketplaceId: marketplace });
    const { items } = await api.ok(operator, marketplaces.list, { pageSize: 10_000 });
    expect(items.find(({ id }) => id === marketplace)).toMatchObject({ isDisabled: true });
    const managed = await api.ok(operator, marketplaces.manage, { pageSize: 200, showActiveOnly: true });
    expect(managed.items.some(({ id }) => id === marketplace)).toBe(false);
  });
});

describe("the webhook of a marketplace", () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let respond: (response: ServerResponse) => void = (response) => response.end();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    respond(response);
  });
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/listings`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const secret = "a secret for tests";
  const change = (id: number, traits: object) =>
    api.call(admin, marketplaces.updateChannel, { MarketplaceId: id, Channel: "webhook", ...traits });
  const sendTest = (id: number) => api.ok(admin, marketplaces.testWebhook, { MarketplaceId: id });

  test("is stored with a secret that nobody can read", async () => {
    const id = await added();
    const answer = await change(id, { WebhookUrl: "https://192.88.98.1/listings", WebhookSecret: secret });
    expect(answer.status).toBe(200);
    const stored = await get(id);
    expect(stored).toMatchObject({
      channel: "webhook",
      webhookUrl: "https://192.88.98.1/listings",
      hasWebhookSecret: true,
      webhookSecretSetDate: expect.any(String),
      webhookSecretSetByUserFullName: "Kim Doe",
    });
    const { rows } = await db.execute(
      sql`select 1 from marketplaces where marketplaces::text like ${`%${secret}%`} union all select 1 from commands where commands::text like ${`%${secret}%`}`,
    );
    expect(rows).toEqual([]);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await api.ok(operator, marketplaces.get, { id })).webhookUrl).toBeNull();
  });

  test.each([
    [
      "nothing",
      {},
      {
        WebhookUrl: ["Please enter the address of the webhook."],
        WebhookSecret: ["Please enter the secret that the webhook checks signatures with."],
      },
    ],
    [
      "a private address",
      { WebhookUrl: "https://10.0.0.1/", WebhookSecret: secret },
      { WebhookUrl: [expect.stringContaining("private network")] },
    ],
    [
      "no encryption",
      { WebhookUrl: "http://shop.example/", WebhookSecret: secret },
      { WebhookUrl: ["Please enter an address that begins with https://."] },
    ],
    [
      "a short secret",
      { WebhookUrl: "https://192.88.98.1/", WebhookSecret: "short" },
      { WebhookSecret: ["Please use at least 16 characters."] },
    ],
    [
      "a long address",
      { WebhookUrl: `https://${"x".repeat(2_000)}` },
      { WebhookUrl: ["Please use no more than 2,000 characters."] },
    ],
    ["another channel", { Channel: "pigeon" }, { Channel: ["Please choose one from the list."] }],
  ])("is refused with %s", async (_what, traits, errors) => {
    expect(errorsOf(await change(await added(), traits))).toEqual(errors);
  });

  test("receives a signed test, and its answer is returned", async () => {
    const id = await added();
    await db
      .update(marketplaceTable)
      .set({ webhookUrl: url, webhookSecret: await sealWebhookSecret(keys, id, secret) })
      .where(eq(marketplaceTable.id, id));
    // The address is private, which only a variable of the environment allows.
    expect(await sendTest(id)).toMatchObject({ isAccepted: false, status: null });
    expect(received).toHaveLength(0);
    const test = async () => testWebhook({ url, secret, allowPrivate: true });
    expect(await test()).toMatchObject({ isAccepted: true, status: 200, reason: "" });
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    expect(JSON.parse(body)).toEqual({ event: "test", startedAt: expect.any(String) });
    const timestamp = String(headers["x-countinghouse-timestamp"]);
    expect(headers["x-countinghouse-signature"]).toBe(
      `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
    );
    respond = (response) => response.writeHead(403).end(JSON.stringify({ reason: "The signature is wrong." }));
    expect(await test()).toMatchObject({ isAccepted: false, status: 403, reason: "The signature is wrong." });
    respond = (response) => response.writeHead(302, { location: "http://127.0.0.1/" }).end();
    expect(await test()).toMatchObject({ isAccepted: false, status: 302, reason: "Its status was 302." });
  });

  test("without one, there is nothing to test", async () => {
    expect((await api.call(admin, marketplaces.testWebhook, { MarketplaceId: await added() })).status).toBe(409);
  });
});
