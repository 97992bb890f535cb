import { eq, sql } from "drizzle-orm";
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoAccounts, demoPassword } from "#api/core/access/demo-accounts.ts";
import type { Database } from "#api/core/database/connection.ts";
import {
  failedSignIns,
  identityPayloads,
  passwordLinks,
  passwordMails,
  users,
} from "#api/core/database/schema/index.ts";
import type { Identity } from "#api/modules/identity/identity.ts";
import { deleteExpiredSignIns } from "#api/modules/identity/index.ts";
import { hashPassword, verifyPassword } from "#api/modules/identity/passwords.ts";
import {
  alertIn,
  Browser,
  backOffice,
  Client,
  errorOf,
  failToSignInAt,
  freePort,
  newTestServers,
  password,
  signInAt,
  type TestServer,
  type TestServers,
  tokensOf,
  toSignIn,
  wrongPasswordText,
} from "#tests/support/identity.ts";

let servers: TestServers;
let database: Database;
let passwordHash: string;
let logged: string[];
let server: TestServer;
let keysOfBoth: Identity["verificationKeys"][];

beforeAll(async () => {
  servers = await newTestServers();
  ({ database, passwordHash, logged } = servers);
  // Two processes that start with an empty database.
  const [first, second] = await Promise.all([servers.open(), servers.open()]);
  keysOfBoth = [first.identity.verificationKeys, second.identity.verificationKeys];
  await second.app.close();
  server = first;
}, 60_000);

afterAll(async () => {
  await server.app.close();
  await database.close();
});

const makeUser: TestServers["makeUser"] = (values) => servers.makeUser(values);
const signInAs = (email: string) => signInAt(server, email);
const failToSignIn = (email: string, typed: string) => failToSignInAt(server, email, typed);

describe("passwords", () => {
  it("verify against their own hash and no other", async () => {
    expect(await verifyPassword(password, passwordHash)).toBe(true);
    expect(await verifyPassword(`${password}.`, passwordHash)).toBe(false);
    expect(await verifyPassword(password, null)).toBe(false);
    expect(await verifyPassword(password, "nonsense")).toBe(false);
    expect(await hashPassword(password)).not.toBe(passwordHash);
  });
});

describe("discovery", () => {
  it("uses the configured address, whatever the headers say", async () => {
    const response = await fetch(`${server.identity.issuer}/.well-known/openid-configuration`, {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" },
    });
    const document = (await response.json()) as Record<string, unknown>;
    expect(document.issuer).toBe(server.config.oidc.authority);
    for (const name of ["authorization", "token", "revocation", "introspection", "end_session", "userinfo"]) {
      expect(document[`${name}_endpoint`]).toContain(`${server.identity.issuer}/`);
    }
    expect(JSON.stringify(document)).not.toContain("evil.example");
    expect(document.code_challenge_methods_supported).toEqual(["S256"]);
    // None is for the public client of the reference page, which shows its code verifier in place of a secret.
    const methods = ["client_secret_basic", "client_secret_post", "none"];
    expect(document.token_endpoint_auth_methods_supported).toEqual(methods);
  });
});

describe("signing in", () => {
  it("leads from the back office to the page and back, with a code for tokens that verify", async () => {
    const user = await makeUser();
    const before = new Date();
    const { client, callback, tokens } = await signInAs(user.email.toUpperCase());
    const [stored] = await database.db.select().from(users).where(eq(users.id, user.id));
    expect(stored?.lastSignedInAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    const { searchParams } = new URL(callback);
    expect(searchParams.get("state")).toBe(client.state);
    expect(searchParams.get("iss")).toBe(server.identity.issuer);

    const { issuer, verificationKeys } = server.identity;
    const { payload: idToken } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(`${issuer}/jwks`)), {
      issuer,
      audience: server.config.oidc.clientId,
    });
    expect(idToken).toMatchObject({
      sub: String(user.id),
      nonce: client.nonce,
      email: user.email,
      email_verified: true,
      given_name: "Pat",
      family_name: "O'Brien <b>",
      name: "Pat O'Brien <b>",
    });
    const { payload: access } = await jwtVerify(tokens.access_token, createLocalJWKSet(verificationKeys), {
      issuer,
      audience: `${server.config.apiPublicUrl}/api`,
      typ: "at+jwt",
    });
    expect(access).toMatchObject({ sub: String(user.id), email: user.email });
    expect(Number(access.exp) - Number(access.iat)).toBe(600);
    const api = await fetch(`${server.config.apiPublicUrl}/api/v1/users/permissions`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(api.status).toBe(200);
    expect(verificationKeys.keys.every((key) => !("d" in key) && !("p" in key))).toBe(true);
  });

  it("gives a second client in the same browser a code without another sign-in", async () => {
    const { browser } = await signInAs((await makeUser()).email);
    const again = new Client(server);
    const start = again.authorizeUrl();
    const { url } = await browser.follow(await browser.open(start), start);
    await tokensOf(await again.exchange(url));
  });

  it("supports requests for consent, without interaction, and for another user's sign-in", async () => {
    const first = await signInAs((await makeUser()).email);
    const consent = first.client.authorizeUrl({ prompt: "consent" });
    expect((await first.browser.follow(await first.browser.open(consent), consent)).url).toContain("code=");
    const silent = first.client.authorizeUrl({ prompt: "none" });
    expect((await first.browser.follow(await first.browser.open(silent), silent)).url).toContain("code=");
    expect((await new Browser().open(silent)).headers.get("location")).toContain("error=login_required");

    const second = await makeUser();
    const client = new Client(server);
    const start = client.authorizeUrl({ prompt: "login" });
    const { url } = await first.browser.follow(await first.browser.open(start), start);
    const { url: callback } = await first.browser.follow(
      await first.browser.post(url, { email: second.email, password }),
      url,
    );
    expect(decodeJwt((await tokensOf(await client.exchange(callback))).id_token).sub).toBe(String(second.id));
    expect(await errorOf(await first.client.refresh(first.tokens.refresh_token))).toBe("invalid_grant");
  });

  it("accepts the client secret in the body as well, and refuses a wrong one", async () => {
    const { browser, client, url } = await toSignIn(server);
    const { url: callback } = await browser.follow(
      await browser.post(url, { email: (await makeUser()).email, password }),
      url,
    );
    const exchange = (secret: string) =>
      fetch(`${server.identity.issuer}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code: new URL(callback).searchParams.get("code") ?? "",
          redirect_uri: `${backOffice}/auth-callback`,
          code_verifier: client.verifier,
          client_id: server.config.oidc.clientId,
          client_secret: secret,
        }),
      });
    expect((await exchange("something else entirely")).status).toBe(401);
    await tokensOf(await exchange(server.config.oidc.clientSecret));
  });

  it("refuses a request without PKCE, and one with a foreign redirect address", async () => {
    const browser = new Browser();
    const client = new Client(server);
    const plain = await browser.open(
      client.authorizeUrl({ code_challenge: undefined, code_challenge_method: undefined }),
    );
    expect(plain.headers.get("location")).toContain(`${backOffice}/auth-callback?error=invalid_request`);

    const elsewhere = await browser.open(client.authorizeUrl({ redirect_uri: "https://evil.example/auth-callback" }));
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.headers.get("location")).toBeNull();
    expect(await elsewhere.text()).toContain("This request cannot be answered");
  });

  it("refuses a code without its verifier, and a used code", async () => {
    const { client, callback, tokens } = await signInAs((await makeUser()).email);
    expect(await errorOf(await new Client(server).exchange(callback))).toBe("invalid_grant");
    expect(await errorOf(await client.exchange(callback))).toBe("invalid_grant");
    expect(await errorOf(await client.refresh(tokens.refresh_token))).toBe("invalid_grant");
  });

  it("gives the same response for a wrong password and an unknown or inactive user, keeping the address", async () => {
    const known = await makeUser();
    const inactive = await makeUser({ isActive: false });
    const pages = [
      await failToSignIn(known.email, "not the password"),
      await failToSignIn("nobody@example.com", password),
      await failToSignIn(inactive.email, password),
      await failToSignIn((await makeUser({ passwordHash: null })).email, password),
    ];
    for (const page of pages) {
      expect(alertIn(page)).toContain(
        `${wrongPasswordText} If it keeps failing, the account may be locked: ask an administrator.`,
      );
      expect(alertIn(page)).toBe(alertIn(pages[0] ?? ""));
      expect(page).not.toContain(password);
    }
    expect(pages[0]).toContain(`value="${known.email}"`);
    expect(await failToSignIn(`"><script>alert(1)</script>`, "x")).not.toContain("<script>");
    expect(await failToSignIn("nul\u0000@example.com", "\u0000")).toContain(wrongPasswordText);
  });

  it("requires empty fields to be filled in", async () => {
    const page = await failToSignIn("", "");
    expect(page).toContain('<a href="#email">Email: This is a required field</a>');
    expect(page).toContain('<a href="#password">Password: This is a required field</a>');
  });

  it("explains that a page has expired if it is reused or unknown", async () => {
    const { browser, url } = await toSignIn(server);
    await browser.follow(await browser.post(url, { email: (await makeUser()).email, password }), url);
    const back = await browser.open(url);
    expect(back.status).toBe(410);
    const page = await back.text();
    expect(page).toContain("This sign-in page has expired");
    expect(page).toContain(`href="${backOffice}/"`);
    expect(await (await new Browser().open(`${server.identity.issuer}/interaction/unknown`)).text()).toContain(
      "has expired",
    );
    expect(await (await new Browser().open(`${server.identity.issuer}/auth/unknown`)).text()).toContain("has expired");
    expect((await new Browser().post(url, { email: "a", password: "b" })).status).toBe(410);
  });

  it("answers malformed addresses and bodies with a page", async () => {
    const { issuer } = server.identity;
    expect((await new Browser().open(`${issuer}/nothing-here`)).status).toBe(404);
    expect((await new Browser().open(`${issuer}/auth?state=%00`)).status).toBe(400);
    const big = await new Browser().post(`${issuer}/profile`, { current: "x".repeat(100_000) });
    expect(big.status).toBe(413);
    for (const token of ["\u0000", "'", "x".repeat(5_000)]) {
      expect(await errorOf(await new Client(server).refresh(token))).toBe("invalid_grant");
    }
  });
});

describe("the pages of the provider", () => {
  it("have a strict policy, no script, and a style sheet that can be cached", async () => {
    const { url, browser, page } = await toSignIn(server, { login_hint: "pat@example.com" });
    const { headers } = await browser.open(url);
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${backOffice}`);
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    const atTheProvider = await new Browser().open(`${server.identity.issuer}/auth`);
    expect(atTheProvider.headers.get("content-security-policy")).toBe(policy);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(page).toContain('<html lang="en-AU">');
    expect(page).toContain("<title>Sign in – Countinghouse</title>");
    expect(page).toContain('value="pat@example.com"');
    expect(page).not.toContain("<script");
    const sheet = await fetch(new URL(/rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? "", url));
    expect(sheet.headers.get("content-type")).toContain("text/css");
    expect(sheet.headers.get("cache-control")).toContain("immutable");
  });

  it("accept posts only from themselves", async () => {
    const { browser, url } = await toSignIn(server);
    const fields = { email: (await makeUser()).email, password };
    const refused: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: new URL(url).origin, "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of refused) {
      for (const target of [
        url,
        `${server.identity.issuer}/profile`,
        `${server.identity.issuer}/session/end/confirm`,
      ]) {
        const response = await browser.post(target, fields, headers);
        expect(response.status).toBe(403);
        expect(await response.text()).toContain("This was not sent from our page");
      }
    }
    expect((await browser.post(url, fields, { "sec-fetch-site": "same-origin" })).status).toBe(303);
  });

  it("use signed cookies that the back office does not receive, and that are secure behind HTTPS", async () => {
    const { browser } = await signInAs((await makeUser()).email);
    const session = browser.cookies.get("countinghouse_identity@/identity");
    expect(session?.line).toMatch(/httponly/i);
    expect(session?.line).toMatch(/samesite=lax/i);
    const forged = new Browser();
    forged.cookies.set("countinghouse_identity@/identity", {
      value: session?.value ?? "",
      path: "/identity",
      line: "",
    });
    expect((await forged.open(`${server.identity.issuer}/profile`)).status).toBe(403);

    const port = String(await freePort());
    const behind = await servers.open({ API_PORT: port, API_PUBLIC_URL: "https://back.example/api-host" });
    try {
      const start = new URL(new Client(behind).authorizeUrl());
      const response = await fetch(`http://127.0.0.1:${port}/identity/auth${start.search}`, { redirect: "manual" });
      expect(response.headers.get("location")).toMatch(/^\/api-host\/identity\/interaction\//);
      expect(response.headers.get("strict-transport-security")).toContain("max-age=31536000");
      for (const cookie of response.headers.getSetCookie()) {
        expect(cookie).toMatch(/^__Host-\S+=.*path=\/;.*secure|^__Secure-\S+=.*path=\/api-host\/identity.*; secure/i);
      }
    } finally {
      await behind.app.close();
    }
  });

  it("list the demo accounts while demo data is on, each with a sign-in button", async () => {
    const [account] = demoAccounts;
    if (!account) throw new Error("no demo account");
    await makeUser({ email: account.email, passwordHash: await hashPassword(demoPassword) });
    expect((await toSignIn(server)).page).not.toContain(account.email);
    const demo = await servers.open({ DEMO: "on" });
    try {
      const { browser, url, page } = await toSignIn(demo);
      expect(page).toContain(account.email);
      expect(page).not.toContain("owner@banksia.example");
      const { url: callback } = await browser.follow(
        await browser.post(url, { email: account.email, password: demoPassword }),
        url,
      );
      expect(callback).toContain("code=");
    } finally {
      await demo.app.close();
    }
    expect(alertIn(await failToSignIn(account.email, demoPassword)), "with demo data switched off").toContain(
      wrongPasswordText,
    );
  });
});

describe("refreshing tokens", () => {
  it("returns new tokens for the same audience", async () => {
    const { client, tokens } = await signInAs((await makeUser()).email);
    const fresh = await tokensOf(await client.refresh(tokens.refresh_token));
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
    expect(decodeJwt(fresh.access_token).aud).toBe(`${server.config.apiPublicUrl}/api`);
    expect(decodeJwt(fresh.id_token)).toMatchObject({ email: expect.any(String), name: expect.any(String) });
  });

  it("requires offline access", async () => {
    const { browser, client, url } = await toSignIn(server, { scope: "openid email" });
    const { url: callback } = await browser.follow(
      await browser.post(url, { email: (await makeUser()).email, password }),
      url,
    );
    const tokens = await tokensOf(await client.exchange(callback));
    expect(tokens.refresh_token).toBeUndefined();
    expect(decodeJwt(tokens.id_token)).not.toHaveProperty("name");
  });

  it("tolerates twenty simultaneous requests with one token", async () => {
    const { client, tokens } = await signInAs((await makeUser()).email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.refresh(tokens.refresh_token)));
    for (const answer of answers) {
      const { refresh_token } = await tokensOf(answer);
      await tokensOf(await client.refresh(refresh_token));
    }
  });

  it("ends the grant if a token is reused long after its renewal", async () => {
    const { client, tokens } = await signInAs((await makeUser()).email);
    const fresh = await tokensOf(await client.refresh(tokens.refresh_token));
    await database.db
      .update(identityPayloads)
      .set({ consumedAt: sql`now() - interval '31 seconds'` })
      .where(eq(identityPayloads.id, tokens.refresh_token));
    expect(await errorOf(await client.refresh(tokens.refresh_token))).toBe("invalid_grant");
    expect(await errorOf(await client.refresh(fresh.refresh_token))).toBe("invalid_grant");
  });

  it("ends with the account, and then requires a new sign-in", async () => {
    const user = await makeUser();
    const { browser, client, tokens } = await signInAs(user.email);
    await database.db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    expect(await errorOf(await client.refresh(tokens.refresh_token))).toBe("invalid_grant");
    const start = client.authorizeUrl();
    const { response } = await browser.follow(await browser.open(start), start);
    expect(await response.text()).toContain("<h1>Sign in</h1>");
  });

  it("ends when an administrator ends the sessions of the user, and of nobody else", async () => {
    const user = await makeUser();
    const [mine, other] = [await signInAs(user.email), await signInAs((await makeUser()).email)];
    await server.identity.endSessionsOf(user.id);
    expect(await errorOf(await mine.client.refresh(mine.tokens.refresh_token))).toBe("invalid_grant");
    expect((await mine.browser.open(`${server.identity.issuer}/profile`)).status).toBe(403);
    await tokensOf(await other.client.refresh(other.tokens.refresh_token));
  });

  it("ends with revocation", async () => {
    const { client, tokens } = await signInAs((await makeUser()).email);
    const introspect = async () => (await client.call("/token/introspection", { token: tokens.refresh_token })).json();
    expect(await introspect()).toMatchObject({ active: true });
    expect((await client.call("/token/revocation", { token: tokens.refresh_token })).status).toBe(200);
    expect(await introspect()).toMatchObject({ active: false });
    expect(await errorOf(await client.refresh(tokens.refresh_token))).toBe("invalid_grant");
  });
});

describe("a start of the provider", () => {
  it("by two processes at once creates one set of keys", () => {
    expect(keysOfBoth[0]?.keys).toHaveLength(1);
    expect(keysOfBoth[0]).toEqual(keysOfBoth[1]);
  });

  it("preserves keys, sessions and grants", async () => {
    const { browser, client, tokens } = await signInAs((await makeUser()).email);
    const { port } = new URL(server.config.apiPublicUrl);
    await server.app.close();
    const before = server.identity.verificationKeys;
    server = await servers.open({ API_PORT: port });
    expect(server.identity.verificationKeys).toEqual(before);
    expect((await browser.open(`${server.identity.issuer}/profile`)).status).toBe(200);
    await tokensOf(await client.refresh(tokens.refresh_token));
  });
});

describe("stored and logged sign-in data", () => {
  it("includes successful and failed sign-ins, without passwords, tokens and entered names", async () => {
    const user = await makeUser();
    const { tokens, callback } = await signInAs(user.email);
    await failToSignIn(user.email, "a wrong password, typed");
    await failToSignIn("typed.into.the.wrong.field", "x");
    const log = logged.join("");
    expect(log).toContain(`"userId":${user.id},"msg":"signed in"`);
    expect(log).toContain(`"userId":${user.id},"attempts":1,"msg":"sign-in failed"`);
    const secrets = [
      password,
      "a wrong password, typed",
      "typed.into.the.wrong.field",
      ...Object.values(tokens).map(String),
    ];
    for (const secret of [...secrets, new URL(callback).searchParams.get("code") ?? ""]) {
      if (secret.length > 10) expect(log).not.toContain(secret);
    }
  });

  it("is deleted once it has expired", async () => {
    const old = sql`now() - interval '16 minutes'`;
    const kept = { model: "Session", id: "kept", payload: {}, expiresAt: sql`now() + interval '1 hour'` };
    await database.db.insert(identityPayloads).values([kept, { ...kept, id: "expired", expiresAt: old }]);
    await database.db.insert(failedSignIns).values({ userName: "long ago", at: old });
    const { id: userId } = await makeUser();
    const link = { tokenDigest: "a link", userId, expiresAt: new Date(Date.now() + 60_000) };
    await database.db
      .insert(passwordLinks)
      .values([link, { ...link, tokenDigest: "an old link", expiresAt: new Date(Date.now() - 60_000) }]);
    await database.db.insert(passwordMails).values([{ userId }, { userId, at: sql`now() - interval '61 minutes'` }]);
    await deleteExpiredSignIns(database);
    const ids = async () => (await database.db.select().from(identityPayloads)).map(({ id }) => id);
    const names = async () => (await database.db.select().from(failedSignIns)).map(({ userName }) => userName);
    expect(await names()).not.toContain("long ago");
    expect(await ids()).not.toContain("expired");
    expect(await ids()).toContain("kept");
    const letters = () => database.db.select().from(passwordMails);
    expect(await letters()).toHaveLength(1);
    const links = await database.db.select().from(passwordLinks);
    expect(links.map(({ tokenDigest }) => tokenDigest)).toEqual(["a link"]);
  });
});

describe("signing out", () => {
  const endSession = (fields: Record<string, string>) =>
    `${server.identity.issuer}/session/end?${new URLSearchParams(fields)}`;
  const home = { post_logout_redirect_uri: `${backOffice}/logged-out` };

  it("is immediate for a request with the user's ID token", async () => {
    const { browser, client, tokens } = await signInAs((await makeUser()).email);
    const response = await browser.open(endSession({ ...home, id_token_hint: tokens.id_token, state: "s p" }));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${backOffice}/logged-out?state=s+p`);
    expect((await browser.open(`${server.identity.issuer}/profile`)).status).toBe(403);
    expect(await errorOf(await client.refresh(tokens.refresh_token))).toBe("invalid_grant");
  });

  it("is immediate if the back office revoked its tokens before", async () => {
    const { browser, client, tokens } = await signInAs((await makeUser()).email);
    await client.call("/token/revocation", { token: tokens.refresh_token });
    const response = await browser.open(endSession({ ...home, client_id: server.config.oidc.clientId }));
    expect(response.headers.get("location")).toBe(`${backOffice}/logged-out`);
    expect((await browser.open(`${server.identity.issuer}/profile`)).status).toBe(403);
  });

  it("asks for confirmation without an ID token, or with another user's", async () => {
    const other = await signInAs((await makeUser()).email);
    const { browser, client, tokens } = await signInAs((await makeUser()).email);
    const hint = await browser.open(endSession({ ...home, id_token_hint: other.tokens.id_token }));
    expect(await hint.text()).toContain("<h1>Sign out?</h1>");
    const page = await (await browser.open(endSession({ ...home, client_id: server.config.oidc.clientId }))).text();
    await tokensOf(await client.refresh(tokens.refresh_token));

    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
    const response = await browser.post(action, { xsrf, logout: "yes" });
    expect(response.headers.get("location")).toBe(`${backOffice}/logged-out`);
    expect((await browser.open(`${server.identity.issuer}/profile`)).status).toBe(403);
  });

  it("redirects without a session as well, and never to a foreign address", async () => {
    const known = await new Browser().open(endSession({ ...home, client_id: server.config.oidc.clientId }));
    expect(known.headers.get("location")).toBe(`${backOffice}/logged-out`);
    const browser = new Browser();
    const start = endSession({});
    const { response } = await browser.follow(await browser.open(start), start);
    expect(await response.text()).toContain("You are signed out");
    const elsewhere = await browser.open(
      endSession({ client_id: server.config.oidc.clientId, post_logout_redirect_uri: "https://evil.example/" }),
    );
    expect(elsewhere.status).toBe(400);
  });
});

describe("the profile page", () => {
  const profile = () => `${server.identity.issuer}/profile`;

  it("asks a visitor to sign in first", async () => {
    const response = await new Browser().open(profile());
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("Please sign in first");
    expect((await new Browser().post(profile(), { current: "x" })).status).toBe(403);
  });

  it("shows who is signed in", async () => {
    const user = await makeUser({ roles: ["Operator", "Read Only"] });
    const { browser } = await signInAs(user.email);
    const page = await (await browser.open(profile())).text();
    for (const text of ["O&#39;Brien &lt;b&gt;", user.email, "Operator, Read Only", `href="${backOffice}/"`])
      expect(page).toContain(text);
  });

  it("refuses unsuitable passwords, each with a reason", async () => {
    const user = await makeUser({ email: "long.enough.address@example.com" });
    const { browser } = await signInAs(user.email);
    const change = async (current: string, next: string, again = next) => {
      const response = await browser.post(profile(), { current, next, again });
      expect(response.status).toBe(422);
      return alertIn(await response.text());
    };
    const nothing = await change("", "", "");
    for (const label of ["Current password", "New password", "New password again"]) {
      expect(nothing).toContain(`${label}: This is a required field`);
    }
    expect(await change("wrong", "another password")).toContain("This is not your current password.");
    expect(await change(password, "eleven char")).toContain("at least 12 characters");
    expect(await change(password, "x".repeat(201))).toContain("no more than 200 characters");
    expect(await change(password, user.email.toUpperCase())).toContain("do not use your email address");
    expect(await change(password, "another password", "another passwort")).toContain("are not the same");
    await signInAs(user.email);
  });

  it("changes the password, keeps this session and ends the others", async () => {
    const user = await makeUser();
    const [here, there] = [await signInAs(user.email), await signInAs(user.email)];
    const next = "a quite different password";
    const answer = await here.browser.post(profile(), { current: password, next, again: next });
    const { response } = await here.browser.follow(answer, profile());
    expect(await response.text()).toContain('role="status">Your password was changed.');
    await tokensOf(await here.client.refresh(here.tokens.refresh_token));
    expect(await errorOf(await there.client.refresh(there.tokens.refresh_token))).toBe("invalid_grant");
    expect((await there.browser.open(profile())).status).toBe(403);
    expect(await failToSignIn(user.email, password)).toContain(wrongPasswordText);
  });
});
