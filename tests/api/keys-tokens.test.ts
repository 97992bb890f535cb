/** Keys as machines use them, on two real servers with one database: a token, calls, revocation and the limit. */
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientIdOf, newSecret, secretDigest, startOf } from "#api/core/access/keys.ts";
import { keys } from "#api/core/database/schema/index.ts";
import type { KeyScope } from "#contract/keys/scopes.ts";
import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { backOffice, newTestServers, signInAt, type TestServer, type TestServers } from "#tests/support/identity.ts";
import { world } from "#tests/support/world.ts";

const most = 20;
let servers: TestServers;
let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  servers = await newTestServers();
  const limited = { KEY_CALLS_PER_MINUTE: String(most), SECOND_FACTOR_ROLES: "none" };
  one = await servers.open(limited);
  // Both are behind one address, so that tokens of one are accepted by the other.
  two = await servers.open({ ...limited, API_PUBLIC_URL: one.config.apiPublicUrl });
});
afterAll(async () => {
  await Promise.all([one.app.close(), two.app.close()]);
  await servers.database.close();
});

async function aKey(traits: Partial<typeof keys.$inferInsert> = {}) {
  const secret = newSecret();
  const scopes: KeyScope[] = ["orders.read"];
  const { id } = await world(servers.database).aKey({
    scopes,
    secretDigest: secretDigest(secret),
    secretStart: startOf(secret),
    ...traits,
  });
  return { id, clientId: clientIdOf(id), secret };
}

const basic = (clientId: string, secret: string) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`;

function tokenFor(key: { clientId: string; secret: string }, fields: Record<string, string> = {}): Promise<Response> {
  return fetch(`${one.identity.issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", ...fields }),
    headers: { authorization: basic(key.clientId, key.secret) },
  });
}

interface Token {
  access_token: string;
  expires_in: number;
  token_type: string;
  scope?: string;
}
async function tokenOf(key: { clientId: string; secret: string }, fields?: Record<string, string>): Promise<Token> {
  const response = await tokenFor(key, fields);
  expect(response.status).toBe(200);
  return (await response.json()) as Token;
}

const call = (server: TestServer, token: string, operation: Operation = operations.orders.list, input = {}) =>
  server.app.inject({ ...requestFor(operation, input), headers: { authorization: `Bearer ${token}` } });

describe("a key's token", () => {
  test("is issued for ten minutes, names the key alone, and calls the operations of its scopes", async () => {
    const key = await aKey();
    const { access_token: token, expires_in, token_type } = await tokenOf(key);
    expect([expires_in, token_type]).toEqual([600, "Bearer"]);
    expect(decodeJwt(token)).toMatchObject({ client_id: key.clientId, sub: key.clientId });
    expect((await call(one, token)).statusCode).toBe(200);
    expect((await call(two, token)).statusCode).toBe(200);
    expect((await call(one, token, operations.shipments.list)).statusCode).toBe(403);
    expect((await call(one, token, operations.users.permissions)).statusCode).toBe(403);
    expect((await call(one, token, operations.keys.current)).json()).toMatchObject({ id: key.id, name: "Shop" });
  });

  test("may be requested with the secret in the body, and for some of the scopes alone", async () => {
    const key = await aKey({ scopes: ["orders.read", "shipments"] });
    const response = await fetch(`${one.identity.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: key.clientId,
        client_secret: key.secret,
        scope: "shipments stock",
      }),
    });
    expect(response.status).toBe(200);
    const { access_token: token } = (await response.json()) as Token;
    expect((await call(one, token, operations.shipments.list)).statusCode).toBe(200);
    expect((await call(one, token)).statusCode).toBe(403);
    // The token may be requested for a scope that the key does not have, and does not get it.
    expect((await call(one, token, operations.products.excelExportStockAndPrices)).statusCode).toBe(403);
  });

  test.each<[string, () => Promise<{ clientId: string; secret: string }>]>([
    ["a wrong secret", async () => ({ ...(await aKey()), secret: newSecret() })],
    ["the stored digest in place of the secret", digestInPlaceOfSecret],
    ["the secret of another key", async () => ({ ...(await aKey()), secret: (await aKey()).secret })],
    ["a key that does not exist", async () => ({ clientId: "key-999999999", secret: newSecret() })],
    ["a name that is no key", async () => ({ clientId: "key-1' or true --", secret: newSecret() })],
    ["a revoked key", async () => aKey({ revokedAt: new Date() })],
    ["a key that has ended", async () => aKey({ endsAt: new Date(Date.now() - 1_000) })],
  ])("is not issued for %s", async (_what, make) => {
    const response = await tokenFor(await make());
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([401, "invalid_client"]);
  });

  async function digestInPlaceOfSecret() {
    const key = await aKey();
    return { ...key, secret: secretDigest(key.secret) };
  }

  test("stops working in every process with the request after the key was revoked", async () => {
    const key = await aKey();
    const { access_token: token } = await tokenOf(key);
    expect((await call(two, token)).statusCode).toBe(200);
    await servers.makeUser({ email: "boss@example.com", roles: ["Administrator"] });
    const { tokens } = await signInAt(one, "boss@example.com");
    const revoked = await call(one, tokens.access_token, operations.keys.revoke, { KeyId: key.id });
    expect(revoked.statusCode).toBe(200);
    for (const server of [two, one]) expect((await call(server, token)).statusCode).toBe(401);
    expect((await tokenFor(key)).status).toBe(401);
  });

  test("opens neither the sign-in of people nor what is said about them", async () => {
    const key = await aKey();
    const { access_token: token } = await tokenOf(key);
    const me = await fetch(`${one.identity.issuer}/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(401);
    const start = new URL(`${one.identity.issuer}/auth`);
    start.search = new URLSearchParams({
      client_id: key.clientId,
      redirect_uri: `${backOffice}/auth-callback`,
      response_type: "code",
      scope: "openid",
    }).toString();
    expect((await fetch(start, { redirect: "manual" })).status).toBe(400);
    for (const grant_type of ["authorization_code", "refresh_token"])
      expect((await tokenFor(key, { grant_type })).status).toBe(400);
  });

  test("and its secret are in no line of the log", async () => {
    const key = await aKey();
    const { access_token: token } = await tokenOf(key);
    await call(one, token);
    await tokenFor({ ...key, secret: `${key.secret}x` });
    const logged = servers.logged.join("\n");
    expect(logged).toContain(`"keyId":${key.id}`);
    for (const secret of [key.secret, token, secretDigest(key.secret)]) expect(logged).not.toContain(secret);
  });
});

describe("the calls of a key", () => {
  test("are limited for all processes together, until the minute is over", async () => {
    const key = await aKey();
    const { access_token: token } = await tokenOf(key);
    const calls = Array.from({ length: most + 10 }, (_, n) => call(n % 2 === 0 ? one : two, token));
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(most);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await call(two, token);
    const seconds = Number(refused.headers["retry-after"]);
    expect(refused.statusCode).toBe(429);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);

    const other = await aKey();
    expect((await call(one, (await tokenOf(other)).access_token)).statusCode).toBe(200);

    const minuteAgo = new Date(Date.now() - 60_000);
    await servers.database.db.update(keys).set({ minuteAt: minuteAgo }).where(eq(keys.id, key.id));
    expect((await call(one, token)).statusCode).toBe(200);
  });

  test("are not limited where limits are switched off", async () => {
    const free = await startApi({ RATE_LIMIT: "off", KEY_CALLS_PER_MINUTE: "2" });
    const key = await free.aKey({ scopes: ["orders.read"] });
    for (let n = 0; n < 5; n++) expect((await free.call(key, operations.orders.list, {})).status).toBe(200);
  });
});

test("keys are a feature of the built-in sign-in alone, which issues their tokens", async () => {
  const features = async (server: Pick<TestServer, "app">) =>
    ((await server.app.inject({ url: "/api/v1/configuration" })).json() as { features: string[] }).features;
  expect(await features(one)).toContain("keys");
  const external = await startApi({ OIDC_AUTHORITY: "https://login.example", OIDC_AUDIENCE: "api" });
  expect(await features(external)).not.toContain("keys");
});
