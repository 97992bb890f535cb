/** A client that a generator of others makes from the OpenAPI document, used with a real key on a real server. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecret, secretDigest, startOf } from "#api/core/access/keys.ts";
import { shipments } from "#api/core/database/schema/index.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import { newTestServers, type TestServer, type TestServers } from "#tests/support/identity.ts";
import { npmPackages } from "#tests/support/outside/npm-packages.ts";
import { world } from "#tests/support/world.ts";

const run = promisify(execFile);

const generator = await npmPackages(
  "generator",
  // The latest version of the compiler, which would be installed otherwise, has not the interface that it needs.
  { "@hey-api/openapi-ts": "0.95.0", typescript: "5.9.3" },
  "no client was generated from the OpenAPI document.",
);

/** Code of a programmer who knows the generated client alone. */
const program = `
import { client } from "./client/client.gen.ts";
import { ordersPlace, ordersGet, shipmentsAdd, shipmentsMarkDispatched, ordersCancelPlaced, ordersRefundPlaced } from "./client/index.ts";

const { ADDRESS, KEY, SECRET, MARKETPLACE } = process.env as Record<string, string>;
const signedIn = await fetch(ADDRESS + "/identity/token", {
  method: "POST",
  headers: { authorization: "Basic " + btoa(KEY + ":" + SECRET) },
  body: new URLSearchParams({ grant_type: "client_credentials" }),
});
const { access_token } = (await signedIn.json()) as { access_token: string };
client.setConfig({ baseUrl: ADDRESS, auth: access_token });

const Id = () => crypto.randomUUID();
const sent = { throwOnError: true } as const;
const MarketplaceId = Number(MARKETPLACE);
const order = { MarketplaceId, MarketplaceOrderId: "G-1" };
const { data: placed } = await ordersPlace({
  ...sent,
  body: {
    Id: Id(),
    ...order,
    CustomerFirstName: "Mia",
    CustomerSurname: "Nguyen",
    ShippingAddress: { streetAddress: "1 High Street", city: "Fremantle", state: "WA", postCode: "6160", countryCode: "AU" },
    Lines: [{ Sku: "TRAY-1", Quantity: 3, PriceIncTax: 9.95 }],
    ShippingIncTax: 8.1,
    TotalIncTax: 37.95,
  },
});
const { orderId, lineItemId } = placed.lines[0]!;
const { data: shipment } = await shipmentsAdd({
  ...sent,
  body: { Id: Id(), OrderId: orderId, Items: [{ LineItemId: lineItemId, QuantityToShip: 2 }], CourierId: 1, TrackingNumber: "AB123" },
});
await shipmentsMarkDispatched({ ...sent, body: { Id: Id(), ShipmentIds: [shipment] } });
const { data: cancelled } = await ordersCancelPlaced({ ...sent, body: { Id: Id(), ...order, Lines: [{ LineItemId: lineItemId, Quantity: 1 }] } });
const { data: refunded } = await ordersRefundPlaced({ ...sent, body: { Id: Id(), ...order, Lines: [{ LineItemId: lineItemId, PriceIncTax: 4.95 }] } });
const { data: read } = await ordersGet({ ...sent, path: { id: orderId } });
const refused = await ordersRefundPlaced({ body: { Id: Id(), ...order, Lines: [{ LineItemId: lineItemId, PriceIncTax: 1000 }] } });
console.log(JSON.stringify({ lineItemId, shipment, cancelled, refunded, name: read.name, refused: refused.error }));
`;

describe.skipIf(!generator)("a client that @hey-api/openapi-ts generates", () => {
  let servers: TestServers;
  let server: TestServer;
  let env: Record<string, string>;
  // Below the project, so that tsx is found.
  const folder = resolve(`.cache/outside/client-${randomUUID()}`);

  beforeAll(async () => {
    servers = await newTestServers();
    server = await servers.open();
    const records = world(servers.database);
    const marketplaceId = await records.aMarketplace("Harbour & Co");
    const supplierId = await records.aSupplier({ name: "Acacia Homewares" });
    await records.anAgreement({ supplierId, marketplaceId });
    await records.aProduct(supplierId, { externalSku: "TRAY-1" });
    const SECRET = newSecret();
    const scopes = ["orders.place", "orders.read", "shipments"] as const;
    const secret = { secretDigest: secretDigest(SECRET), secretStart: startOf(SECRET) };
    const { token: KEY } = await records.aKey({ scopes: [...scopes], ...secret });
    env = { ADDRESS: server.config.apiPublicUrl, KEY, SECRET, MARKETPLACE: String(marketplaceId) };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "openapi.json"), (await server.app.inject("/openapi.json")).body);
    writeFileSync(join(folder, "program.ts"), program);
    const options = ["-i", "openapi.json", "-o", "client", "-c", "@hey-api/client-fetch"];
    await run(join(generator as string, "node_modules/.bin/openapi-ts"), options, { cwd: folder });
  });
  afterAll(async () => {
    await server.app.close();
    await servers.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("places an order, sends a part of it, cancels the rest, gives money back and reads a refusal", async () => {
    const tsx = resolve("node_modules/tsx/dist/cli.mjs");
    const { stdout } = await run(process.execPath, [tsx, join(folder, "program.ts")], {
      env: { ...process.env, ...env },
    });
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({
      cancelled: { lines: [{ quantity: 2, priceIncTax: 19.9 }] },
      refunded: { lines: [{ quantity: 2, priceIncTax: 14.95 }] },
      name: expect.stringMatching(/^M-/),
      refused: { status: 409, message: expect.stringContaining("$14.95") },
    });
    const stored = await servers.database.db.select().from(shipments).where(eq(shipments.id, told.shipment));
    expect(stored).toMatchObject([{ trackingNumber: "AB123", status: ShipmentStatus.dispatched }]);
  });
});
