/** Signing in on the reference page of the API: a public client, whose tokens are short and end like all others. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "#api/core/database/schema/index.ts";
import { startApi } from "#tests/support/api.ts";
import { type Browser, newTestServers, signInAt, type TestServer, type TestServers } from "#tests/support/identity.ts";

let servers: TestServers;
let server: TestServer;
beforeAll(async () => {
  servers = await newTestServers();
  server = await servers.open({ SECOND_FACTOR_ROLES: "none" });
});
afterAll(async () => {
  await server.app.close();
  await servers.database.close();
});

const page = () => `${server.config.apiPublicUrl}/docs/reference/static/oauth2-redirect.html`;

/** Asks for a code in a browser in which somebody is signed in. */
async function askForCode(browser: Browser, changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL(`${server.identity.issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: "countinghouse-reference",
    redirect_uri: page(),
    response_type: "code",
    scope: "openid",
    state: "some-state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  }).toString();
  const response = await browser.open(url.href);
  const location = response.headers.get("location");
  return { status: response.status, verifier, code: location && new URL(location).searchParams.get("code") };
}

const exchange = ({ code, verifier }: { code: string | null; verifier: string }, origin = server.config.apiPublicUrl) =>
  fetch(`${server.identity.issuer}/token`, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "countinghouse-reference",
      code: code ?? "",
      redirect_uri: page(),
      code_verifier: verifier,
    }),
  });

async function signedIn() {
  const user = await servers.makeUser({ roles: ["Administrator"] });
  const { browser, tokens } = await signInAt(server, user.email);
  const response = await exchange(await askForCode(browser));
  expect(response.status).toBe(200);
  const answer = (await response.json()) as Record<string, unknown>;
  return { user, browser, backOffice: tokens.access_token, answer, token: String(answer.access_token) };
}

async function statusWith(token: string): Promise<number> {
  const { apiPublicUrl } = server.config;
  return (await fetch(`${apiPublicUrl}/api/v1/users/permissions`, { headers: { authorization: `Bearer ${token}` } }))
    .status;
}

describe("the token", () => {
  test("calls the API as the person, for ten minutes and without a refresh token", async () => {
    const { user, answer, token } = await signedIn();
    expect(answer).toMatchObject({ expires_in: 600, token_type: "Bearer" });
    expect(answer).not.toHaveProperty("refresh_token");
    expect(decodeJwt(token)).toMatchObject({ sub: String(user.id), client_id: "countinghouse-reference" });
    expect(await statusWith(token)).toBe(200);
  });

  test("ends when the person signs out of the back office, whose token ends as well", async () => {
    const { backOffice, token } = await signedIn();
    const signedOut = await fetch(`${server.config.apiPublicUrl}/api/v1/users/SignOut`, {
      method: "POST",
      headers: { authorization: `Bearer ${backOffice}`, "content-type": "application/json" },
      body: JSON.stringify({ Id: randomUUID() }),
    });
    expect(signedOut.status).toBe(200);
    expect([await statusWith(backOffice), await statusWith(token)]).toEqual([401, 401]);
  });

  test("ends when the person is deactivated, or signed out everywhere", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    await servers.database.db.update(users).set({ isActive: false }).where(eq(users.id, one.user.id));
    await server.identity.endSessionsOf(other.user.id);
    expect([await statusWith(one.token), await statusWith(other.token)]).toEqual([401, 401]);
  });
});

describe("a code", () => {
  test("is of no use without its verifier", async () => {
    const { browser } = await signedIn();
    const { code } = await askForCode(browser);
    expect((await exchange({ code, verifier: randomBytes(32).toString("base64url") })).status).toBe(400);
  });

  test("cannot be exchanged by the page of another site", async () => {
    const { browser } = await signedIn();
    const response = await exchange(await askForCode(browser), "https://evil.example");
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([400, null]);
  });

  test("is sent to the reference page alone, and not without PKCE", async () => {
    const { browser } = await signedIn();
    expect((await askForCode(browser, { redirect_uri: "https://evil.example/" })).status).toBe(400);
    expect((await askForCode(browser, { redirect_uri: "http://localhost:3999/auth-callback" })).status).toBe(400);
    expect((await askForCode(browser, { code_challenge: "", code_challenge_method: "" })).code).toBeNull();
  });

  test("of the back office is not accepted without its secret", async () => {
    const response = await fetch(`${server.identity.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "authorization_code", client_id: "countinghouse", code: "some-code" }),
    });
    expect(response.status).toBe(401);
  });
});

test("with another OpenID provider the page offers no sign-in", async () => {
  const external = await startApi({ OIDC_AUTHORITY: "https://login.example", OIDC_AUDIENCE: "api" });
  const { components, security } = (await external.send(undefined, { url: "/openapi.json" })).json();
  expect(Object.keys(components.securitySchemes)).toEqual(["bearer"]);
  expect(security).toEqual([{ bearer: [] }]);
  const script = await external.send(undefined, { url: "/docs/reference/static/swagger-initializer.js" });
  expect(script.body).not.toContain("countinghouse-reference");
});
