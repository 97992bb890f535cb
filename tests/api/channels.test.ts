import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { builtIn } from "#api/areas/channels/built-in.ts";
import type { ChannelListing } from "#api/areas/channels/channel.ts";
import { webhook } from "#api/areas/channels/webhook.ts";
import { sealWebhookSecret } from "#api/areas/channels/webhook-secret.ts";
import { readConfig } from "#api/core/config.ts";
import { marketplaces } from "#api/core/database/schema/index.ts";
import { channelsOf } from "#api/registries/channels.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();
const { db } = api.database;

const secret = "a secret for tests alone";
const stopping: (() => void)[] = [];
afterAll(() => {
  for (const stop of stopping) stop();
});

interface Received {
  headers: IncomingMessage["headers"];
  body: string;
}

/** A marketplace server with the given response; without one it never responds. */
async function marketplace(answer: (response: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stopping.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { allowPrivate: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/listings`, received };
}

const answering = (status: number, body = "") => marketplace((response) => response.writeHead(status).end(body));

const prices = { recommendedExGst: 9.0455, recommendedIncGst: 9.95, saleExGst: 9.0455, saleIncGst: 9.95 };
const listing: ChannelListing = {
  marketplaceId: 3,
  productId: 7,
  marketplaceSku: null,
  supplier: { id: 1, name: "Acacia" },
  brand: "",
  taxClass: "taxable",
  gtin: "",
  productType: "Home",
  sku: "SCARF",
  name: "Scarf – größer",
  description: "<p>Warm.</p>",
  image: null,
  prices,
  stock: null,
  parcel: { weightKg: null, heightMm: null, widthMm: null, depthMm: null },
  availableFrom: null,
  availableTo: null,
  images: [],
  attributes: [],
  variants: [],
  shipping: { method: null, domestic: null, international: null, shippingRuleId: null, notes: "" },
  referral: null,
  missing: [],
};

const startedAt = "2027-02-01T10:00:00.000Z";

describe("a webhook", () => {
  test("receives the listing, with a signature over the time and the body", async () => {
    const { received, ...target } = await answering(200, JSON.stringify({ marketplaceSku: "HC-7" }));
    const channel = webhook({ ...target, secret });
    expect(await channel.publish(listing, startedAt)).toEqual({ isAccepted: true, marketplaceSku: "HC-7" });
    expect(await channel.withdraw(listing, startedAt)).toMatchObject({ isAccepted: true });
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { event: "publish", startedAt, listing },
      { event: "withdraw", startedAt, listing },
    ]);
    for (const { headers, body } of received) {
      const timestamp = String(headers["x-countinghouse-timestamp"]);
      expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(30);
      expect(headers["x-countinghouse-signature"]).toBe(
        `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
      );
      expect(headers["content-type"]).toBe("application/json");
    }
  });

  test("accepts a listing with any success status", async () => {
    for (const body of ["", "thanks", "null", JSON.stringify({ accepted: true })]) {
      expect(
        await webhook({ ...(await answering(200, body)), secret }).publish(listing, startedAt),
        body,
      ).toMatchObject({ isAccepted: true });
    }
    expect(await webhook({ ...(await answering(204)), secret }).publish(listing, startedAt)).toMatchObject({
      isAccepted: true,
    });
  });

  test("refuses a listing with a reason, in any supported format", async () => {
    const reason = "The picture is too small.";
    for (const [status, body] of [
      [200, { accepted: false, reason }],
      [422, { reason }],
    ] as const) {
      expect(
        await webhook({ ...(await answering(status, JSON.stringify(body))), secret }).publish(listing, startedAt),
      ).toEqual({ isAccepted: false, reason });
    }
    expect(await webhook({ ...(await answering(404)), secret }).publish(listing, startedAt)).toEqual({
      isAccepted: false,
      reason: "The marketplace rejected it without giving a reason.",
    });
  });

  test("that fails, redirects, is busy or does not respond is retried later", async () => {
    for (const status of [500, 503, 302, 429, 408]) {
      await expect(
        webhook({ ...(await answering(status, JSON.stringify({ reason: "?" }))), secret }).publish(listing, startedAt),
        String(status),
      ).rejects.toThrow(String(status));
    }
    const silent = await marketplace(() => {});
    await expect(webhook({ ...silent, secret }, 50).publish(listing, startedAt)).rejects.toThrow();
    await expect(
      webhook({ url: "http://127.0.0.1:1/", secret, allowPrivate: true }).publish(listing, startedAt),
    ).rejects.toThrow();
  });

  test("with an endless response is read up to 64 KB, and judged by its status", async () => {
    let sent = 0;
    let hasEnded = () => {};
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    const target = await marketplace((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.on("close", hasEnded);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384))) sent += 16_384;
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    expect(await webhook({ ...target, secret }).publish(listing, startedAt)).toEqual({
      isAccepted: true,
      marketplaceSku: undefined,
    });
    await ended;
    // Includes what the connection has buffered.
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });
});

test("the built-in channel accepts complete listings and every withdrawal", async () => {
  expect(await builtIn.publish(listing, startedAt)).toEqual({ isAccepted: true, marketplaceSku: "M3-000007" });
  expect(await builtIn.publish({ ...listing, missing: ["hero image"] }, startedAt)).toEqual({
    isAccepted: false,
    reason: "Not published: the product has no hero image.",
  });
  expect(await builtIn.publish({ ...listing, missing: ["hero image", "price", "SKU"] }, startedAt)).toEqual({
    isAccepted: false,
    reason: "Not published: the product has no hero image, no price and no SKU.",
  });
  expect(await builtIn.withdraw({ ...listing, missing: ["hero image"] }, startedAt)).toEqual({ isAccepted: true });
});

test("without a readable secret, or with a private address, a webhook refuses listings with the reason", async () => {
  const target = await answering(200);
  expect(await webhook({ ...target, secret: undefined }).publish(listing, startedAt)).toEqual({
    isAccepted: false,
    reason: "The secret of the webhook can no longer be read. Please enter it again.",
  });
  expect(
    await webhook({ url: "https://127.0.0.1/", secret, allowPrivate: false }).publish(listing, startedAt),
  ).toMatchObject({ isAccepted: false, reason: expect.stringContaining("private network") });
  expect(target.received).toEqual([]);
});

test("a marketplace has the webhook of the environment, then the one that was entered, then the built-in channel", async () => {
  const [configured, entered] = [await answering(200), await answering(200)];
  const env = { OIDC_CLIENT_SECRET: "a secret for tests alone", ALLOW_PRIVATE_WEBHOOKS: "on" };
  const plain = readConfig(env);
  const id = await api.aMarketplace();
  const other = await api.aMarketplace();
  expect(await channelsOf(plain, db)(id)).toBe(builtIn);
  const webhookSecret = await sealWebhookSecret(plain.settingsSecrets, id, secret);
  await db.update(marketplaces).set({ webhookUrl: entered.url, webhookSecret }).where(eq(marketplaces.id, id));
  await (await channelsOf(plain, db)(id)).publish(listing, startedAt);
  expect(entered.received).toHaveLength(1);
  const url = configured.url;
  const both = readConfig({ ...env, MARKETPLACE_WEBHOOKS: JSON.stringify({ [id]: { url, secret } }) });
  await (await channelsOf(both, db)(id)).publish(listing, startedAt);
  expect([configured.received.length, entered.received.length]).toEqual([1, 1]);
  expect(await channelsOf(both, db)(other)).toBe(builtIn);
  // A secret that was sealed for another marketplace does not open.
  await db.update(marketplaces).set({ webhookUrl: entered.url, webhookSecret }).where(eq(marketplaces.id, other));
  expect(await (await channelsOf(both, db)(other)).publish(listing, startedAt)).toMatchObject({ isAccepted: false });
});

test("a wrong MARKETPLACE_WEBHOOKS stops the start", () => {
  const env = { OIDC_CLIENT_SECRET: "a secret for tests alone" };
  const url = "https://shop.example/listings";
  for (const wrong of [
    "{",
    "[]",
    '{"a":{}}',
    JSON.stringify({ 3: { url: "ftp://x.example", secret } }),
    JSON.stringify({ 3: { url, secret: "short" } }),
  ]) {
    expect(() => readConfig({ ...env, MARKETPLACE_WEBHOOKS: wrong }), wrong).toThrow("MARKETPLACE_WEBHOOKS");
  }
});
