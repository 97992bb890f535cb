import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identityPayloads } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import {
  errorOf,
  newTestServers,
  password,
  signInAt,
  type TestServer,
  type TestServers,
  tokensOf,
} from "#tests/support/identity.ts";

let servers: TestServers;
let server: TestServer;
/** A second API process on the same database. */
let neighbour: TestServer;

beforeAll(async () => {
  servers = await newTestServers();
  server = await servers.open();
  neighbour = await servers.open({ API_PUBLIC_URL: server.config.apiPublicUrl });
}, 60_000);

afterAll(async () => {
  await neighbour.app.close();
  await server.app.close();
  await servers.database.close();
});

type SignedIn = Awaited<ReturnType<typeof signInAt>>;

/** The responses of both processes to a copy of the access token. */
async function statuses({ tokens }: SignedIn): Promise<number[]> {
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const ask = async ({ config }: TestServer) =>
    (await fetch(`http://127.0.0.1:${config.port}/api/v1/users/permissions`, { headers })).status;
  return [await ask(server), await ask(neighbour)];
}

const signInPage = async ({ browser, client }: SignedIn) => {
  const start = client.authorizeUrl();
  const { response } = await browser.follow(await browser.open(start), start);
  return response.status === 200 ? response.text() : "";
};

const stored = (model: string, accountId: number) =>
  servers.database.db
    .select({
      id: identityPayloads.id,
      left: sql<number>`extract(epoch from ${identityPayloads.expiresAt} - now())::float8`,
    })
    .from(identityPayloads)
    .where(and(eq(identityPayloads.model, model), eq(identityPayloads.accountId, String(accountId))));

describe("a copied access token is refused immediately by every process of the API", () => {
  it("after signing out, which also ends the refresh token and the session, but no other browser's", async () => {
    const user = await servers.makeUser();
    const [here, elsewhere] = [await signInAt(server, user.email), await signInAt(server, user.email)];
    expect(await statuses(here)).toEqual([200, 200]);
    const signedOut = await fetch(`${server.config.apiPublicUrl}/api/v1/users/SignOut`, {
      method: "POST",
      headers: { authorization: `Bearer ${here.tokens.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ Id: randomUUID() }),
    });
    expect(signedOut.status).toBe(200);
    expect(await statuses(here)).toEqual([401, 401]);
    expect(await errorOf(await here.client.refresh(here.tokens.refresh_token))).toBe("invalid_grant");
    expect(await signInPage(here)).toContain("<h1>Sign in</h1>");
    expect(await statuses(elsewhere)).toEqual([200, 200]);
    await tokensOf(await elsewhere.client.refresh(elsewhere.tokens.refresh_token));
  });

  it("after its grant was revoked", async () => {
    const here = await signInAt(server, (await servers.makeUser()).email);
    await here.client.call("/token/revocation", { token: here.tokens.refresh_token });
    expect(await statuses(here)).toEqual([401, 401]);
  });

  it("after Sign out everywhere, except in the browser that requested it", async () => {
    const user = await servers.makeUser();
    const [here, elsewhere] = [await signInAt(server, user.email), await signInAt(server, user.email)];
    await here.browser.post(`${server.identity.issuer}/profile/sign-out-everywhere`, {});
    expect([await statuses(here), await statuses(elsewhere)]).toEqual([
      [200, 200],
      [401, 401],
    ]);
  });

  it("after a new password, except in the browser that set it", async () => {
    const user = await servers.makeUser();
    const [here, elsewhere] = [await signInAt(server, user.email), await signInAt(server, user.email)];
    const next = "a quite different password";
    expect(
      (await here.browser.post(`${server.identity.issuer}/profile`, { current: password, next, again: next })).status,
    ).toBe(303);
    expect([await statuses(here), await statuses(elsewhere)]).toEqual([
      [200, 200],
      [401, 401],
    ]);
  });
});

describe("a session of the built-in provider", () => {
  const hours = (count: number) => expect.closeTo(count * 3600, -2);
  const setEnd = (model: string, accountId: number, seconds: number) =>
    servers.database.db
      .update(identityPayloads)
      .set({ expiresAt: sql`now() + make_interval(secs => ${seconds})` })
      .where(and(eq(identityPayloads.model, model), eq(identityPayloads.accountId, String(accountId))));

  it("ends after eight hours without use, where each token renewal counts as use", async () => {
    const user = await servers.makeUser();
    const here = await signInAt(server, user.email);
    expect((await stored("Session", user.id))[0]?.left).toEqual(hours(8));
    expect((await stored("RefreshToken", user.id))[0]?.left).toEqual(hours(8));
    await setEnd("Session", user.id, 60);
    await tokensOf(await here.client.refresh(here.tokens.refresh_token));
    expect((await stored("Session", user.id))[0]?.left).toEqual(hours(8));
    await setEnd("Session", user.id, -1);
    expect(await signInPage(here)).toContain("<h1>Sign in</h1>");
  });

  it("ends 24 hours after signing in, however much it is used, together with its tokens", async () => {
    const user = await servers.makeUser();
    const here = await signInAt(server, user.email);
    expect((await stored("Grant", user.id))[0]?.left).toEqual(hours(24));
    const signedInBefore = (seconds: number) =>
      sql`jsonb_set(${identityPayloads.payload}, '{loginTs}', to_jsonb(extract(epoch from now())::bigint - ${seconds}::int))`;
    await servers.database.db
      .update(identityPayloads)
      .set({ payload: signedInBefore(23 * 3600) })
      .where(and(eq(identityPayloads.model, "Session"), eq(identityPayloads.accountId, String(user.id))));
    const { refresh_token } = await tokensOf(await here.client.refresh(here.tokens.refresh_token));
    expect((await stored("Session", user.id))[0]?.left).toEqual(hours(1));
    await setEnd("Grant", user.id, -1);
    expect(await statuses(here)).toEqual([401, 401]);
    expect(await errorOf(await here.client.refresh(refresh_token))).toBe("invalid_grant");
  });

  it("can be configured to be shorter", async () => {
    const strict = await servers.open({ SESSION_IDLE_MINUTES: "30", SESSION_MAX_MINUTES: "60" });
    try {
      const user = await servers.makeUser();
      await signInAt(strict, user.email);
      expect((await stored("RefreshToken", user.id))[0]?.left).toEqual(hours(0.5));
      expect((await stored("Grant", user.id))[0]?.left).toEqual(hours(1));
    } finally {
      await strict.app.close();
    }
  });
});

describe("with another authority, whose tokens the API cannot revoke", async () => {
  const api = await startApi();
  const { permissions, signOut } = operations.users;

  it("signing out ends the token, and every token of the back office's session", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    const ask = async (session: string) =>
      (await api.send(user, { url: "/api/v1/users/permissions", headers: { "x-session": session } })).statusCode;
    const [here, elsewhere] = [randomUUID(), randomUUID()];
    expect([await ask(here), await ask(elsewhere)]).toEqual([200, 200]);
    const other = await api.aUser({ roles: ["Operator"] });
    const answer = await api.send(other, {
      method: "POST",
      url: `/api/v1/${signOut.path}`,
      payload: { Id: randomUUID() },
      headers: { "x-session": here },
    });
    expect(answer.statusCode).toBe(200);
    // Another token of the same session, a token of another session, and the token that was signed out.
    expect([await ask(here), await ask(elsewhere)]).toEqual([401, 200]);
    expect(await api.call(other, permissions, {})).toMatchObject({ status: 401 });
  });
});
