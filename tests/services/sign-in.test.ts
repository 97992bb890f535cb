import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { publicRoute, screen } from "#app/services/request/route.server.ts";
import { beginSignIn, completeSignIn } from "#app/services/session/sign-in.server.ts";
import { operations } from "#contract/operations.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { forgedTokens } from "#tests/support/services/forged-tokens.ts";
import { secondsFromNow, signedInPerson, signedInWith } from "#tests/support/services/session.ts";
import { clientId } from "#tests/support/services/stub-authority.ts";
import { type Answer, cutOff, json, type Received, text } from "#tests/support/services/stub-server.ts";
import { tooLate } from "#tests/support/services/too-late.ts";
import { type Outcome, visit } from "#tests/support/services/visitor.ts";
import { api, authority, publicUrl } from "#tests/support/services/world.ts";

const login = publicRoute(beginSignIn);
const callback = publicRoute(completeSignIn);
const tryAgain = { problem: "This sign-in took too long, or was already used." };

/** State of the browser on the redirect to the authority. */
interface Away {
  asked: URLSearchParams;
  jar: CookieJar;
}

async function begin(wanted = "/suppliers?name=aca", jar = new CookieJar()): Promise<Away> {
  const { headers, jar: after } = await visit(login, `/login?redirect=${encodeURIComponent(wanted)}`, jar);
  return { asked: new URL(headers.get("location") ?? "").searchParams, jar: after };
}

/** Returns from the authority, which responds to the code with these tokens. */
async function comeBack(
  { asked, jar }: Away,
  tokens: Answer | undefined = undefined,
  parameters: Record<string, string> = { code: "the-code" },
): Promise<Outcome> {
  const idToken = await authority.idToken({ claims: { nonce: asked.get("nonce") } });
  authority.on("POST /token", tokens ?? authority.newTokens({ id_token: idToken }));
  return visit(
    callback,
    `/auth-callback?${new URLSearchParams({ ...parameters, state: asked.get("state") ?? "" })}`,
    jar,
  );
}

const locationOf = ({ headers }: Outcome) => headers.get("location") ?? "";
const codeWasAskedFor = () => authority.received("POST /token").map(({ body }) => new URLSearchParams(body));

describe("on the redirect to the authority", () => {
  it("an authorization code is requested, with state, nonce and a PKCE challenge", async () => {
    const { headers } = await visit(login, "/login", new CookieJar());
    const { origin, pathname, searchParams: asked } = new URL(headers.get("location") ?? "");
    expect(`${origin}${pathname}`).toBe(`${authority.url}/authorize`);
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      client_id: clientId,
      redirect_uri: `${publicUrl}/auth-callback`,
      scope: "openid profile offline_access",
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThanOrEqual(32);
  });

  it("max_age requires authentication within the maximum lifetime of a session", async () => {
    expect((await begin()).asked.get("max_age")).toBe(String(24 * 3600));
    expect((await begin()).asked.has("prompt")).toBe(false);
  });

  it("the password is requested again on demand and after an idle timeout", async () => {
    const { headers } = await visit(login, "/login?redirect=%2Forders&again=1", new CookieJar());
    expect(new URL(headers.get("location") ?? "").searchParams.get("prompt")).toBe("login");
    const unused = await signedInWith({}, { seenAt: secondsFromNow(-9 * 3600) });
    expect((await begin("/orders", unused)).asked.get("prompt")).toBe("login");
    expect((await begin("/orders", await signedInWith())).asked.has("prompt")).toBe(false);
  });

  it("every parameter differs each time", async () => {
    const [one, two] = [await begin(), await begin()];
    for (const name of ["state", "nonce", "code_challenge"]) expect(one.asked.get(name)).not.toBe(two.asked.get(name));
  });

  it("no secret is in the URL", async () => {
    const { asked } = await begin();
    expect(asked.has("code_verifier")).toBe(false);
    expect(asked.toString()).not.toContain("secret");
  });

  it("the cookies last half an hour, enough to set up an authenticator app, and are hidden from scripts", async () => {
    const { headers } = await visit(login, "/login", new CookieJar());
    expect(headers.getSetCookie()).toHaveLength(2);
    for (const line of headers.getSetCookie())
      expect(line).toMatch(/(?=.*HttpOnly)(?=.*SameSite=Lax)(?=.*Path=\/)(?=.*Max-Age=1800\b)/);
  });
});

describe("back from the authority", () => {
  it("the user is signed in on the requested page, and the temporary cookies are removed", async () => {
    const away = await begin("/suppliers?name=aca");
    const { status, headers, jar } = await comeBack(away);
    expect([status, headers.get("location")]).toEqual([302, "/suppliers?name=aca"]);
    expect(await signedInPerson(jar)).toMatchObject({
      name: "Mia Kerr",
      email: "mia@countinghouse.example",
      subject: "7",
    });
    expect([...jar.keys()]).toEqual(["session"]);
    const [asked] = codeWasAskedFor();
    expect(
      createHash("sha256")
        .update(asked?.get("code_verifier") ?? "")
        .digest("base64url"),
    ).toBe(away.asked.get("code_challenge"));
    expect(asked?.get("redirect_uri")).toBe(`${publicUrl}/auth-callback`);
  });

  it.each([
    [{ given_name: "Ben", family_name: "Hartley", name: undefined }, "Ben Hartley"],
    [{ name: undefined }, "mia@countinghouse.example"],
    [{ name: undefined, email: undefined }, "Account"],
    [{ name: { first: "Mia" } }, "mia@countinghouse.example"],
  ])("the user's name is taken from the best available claim: %j", async (claims, name) => {
    const away = await begin();
    const idToken = await authority.idToken({ claims: { nonce: away.asked.get("nonce"), ...claims } });
    const { jar } = await comeBack(away, authority.newTokens({ id_token: idToken }));
    expect((await signedInPerson(jar))?.name).toBe(name);
  });

  it.each([
    [{ sub: "7", name: "Mia Kerr", email: "mia@elsewhere.example" }, ["Mia Kerr", "mia@elsewhere.example"]],
    [{ sub: "8", name: "Somebody Else", email: "else@elsewhere.example" }, ["Account", ""]],
  ])(
    "an ID token without a name is completed by what userinfo says about the same person: %j",
    async (info, expected) => {
      const away = await begin();
      const claims = { nonce: away.asked.get("nonce"), name: undefined, email: undefined };
      const idToken = await authority.idToken({ claims });
      authority.on("GET /userinfo", json(info));
      const { jar } = await comeBack(away, authority.newTokens({ id_token: idToken, access_token: "theirs" }));
      const person = await signedInPerson(jar);
      expect([person?.name, person?.email]).toEqual(expected);
      expect(authority.received("GET /userinfo").map(({ headers }) => headers.authorization)).toEqual([
        "Bearer theirs",
      ]);
    },
  );

  it.each([
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/suppliers\r\nSet-Cookie: a=b",
  ])("nobody is redirected to %j", async (wanted) => {
    const { headers } = await comeBack(await begin(wanted));
    expect(headers.get("location")).toBe("/suppliers");
  });

  it("a forged cookie does not redirect to another site", async () => {
    for (const value of ["%", "https%3A%2F%2Fevil.example", "%2F%2Fevil.example"]) {
      const away = await begin();
      away.jar.set(`return-${away.asked.get("state")}`, value);
      expect((await comeBack(away)).headers.get("location")).toBe("/suppliers");
    }
  });

  it("the session starts at the time of authentication at the authority", async () => {
    const away = await begin();
    const signedInAt = secondsFromNow(-7_200);
    const idToken = await authority.idToken({ claims: { nonce: away.asked.get("nonce"), auth_time: signedInAt } });
    expect(await signedInPerson((await comeBack(away, authority.newTokens({ id_token: idToken }))).jar)).toMatchObject({
      startedAt: signedInAt,
    });
  });

  it.each([0, -1])(
    "the session starts now if the authority gives %i as the time of authentication",
    async (authTime) => {
      const away = await begin();
      const idToken = await authority.idToken({ claims: { nonce: away.asked.get("nonce"), auth_time: authTime } });
      const { startedAt } =
        (await signedInPerson((await comeBack(away, authority.newTokens({ id_token: idToken }))).jar)) ?? {};
      expect(startedAt).toBeGreaterThan(secondsFromNow(-60));
    },
  );

  it("clocks may differ by half a minute", async () => {
    for (const [claims, expiresIn] of [
      [{}, "-20s"],
      [{ nbf: secondsFromNow(20) }, "5m"],
    ] as const) {
      const away = await begin();
      const idToken = await authority.idToken({ claims: { ...claims, nonce: away.asked.get("nonce") }, expiresIn });
      expect((await comeBack(away, authority.newTokens({ id_token: idToken }))).status).toBe(302);
    }
  });

  it("two tabs can sign in at the same time", async () => {
    const one = await begin("/suppliers?page=1");
    const two = await begin("/suppliers?page=2", one.jar);
    const first = await comeBack({ ...one, jar: two.jar });
    const second = await comeBack({ ...two, jar: first.jar });
    expect([first, second].map(({ headers }) => headers.get("location"))).toEqual([
      "/suppliers?page=1",
      "/suppliers?page=2",
    ]);
  });
});

describe("an ID token is refused with a message", () => {
  it.each(Object.entries(forgedTokens))("%s", async (_, forge) => {
    const away = await begin();
    const { status, body, jar } = await comeBack(
      away,
      authority.newTokens({ id_token: await forge(away.asked.get("nonce") ?? "") }),
    );
    expect([status, body]).toEqual([200, tryAgain]);
    expect(await signedInPerson(jar)).toBeUndefined();
  });
});

describe("nobody is signed in and a message suggests trying again", () => {
  it("when the authority has already redeemed the code", async () => {
    const { body, jar } = await comeBack(await begin(), authority.refusing("invalid_grant"));
    expect(body).toEqual(tryAgain);
    expect(jar.size).toBe(0);
  });

  it.each([
    ["when the browser stores no cookies", false],
    ["when a sign-in that started again is unknown as well", true],
  ])("%s", async (_, storesCookies) => {
    const state = { asked: (await begin()).asked };
    const first = await comeBack({ ...state, jar: new CookieJar() });
    const jar = storesCookies ? first.jar : new CookieJar();
    const second = await visit(callback, storesCookies ? "/auth-callback?code=c&state=s" : locationOf(first), jar);
    expect(second.body).toEqual(tryAgain);
    expect(codeWasAskedFor()).toEqual([]);
  });

  it.each([
    ["fails", text("<h1>secret words</h1>", "text/html", 500)],
    ["drops the connection", cutOff],
    ["responds without tokens", json({})],
  ])("when the authority %s", async (_, answer) => {
    expect((await comeBack(await begin(), answer)).body).toEqual(tryAgain);
  });

  it("when there is no code", async () => {
    expect((await comeBack(await begin(), undefined, {})).body).toEqual(tryAgain);
  });

  it("when the response comes from another authority (mix-up attack)", async () => {
    const from = (iss: string) => ({ code: "the-code", iss });
    expect((await comeBack(await begin(), undefined, from("https://evil.example"))).body).toEqual(tryAgain);
    expect(codeWasAskedFor()).toEqual([]);
    expect((await comeBack(await begin(), undefined, from(authority.url))).status).toBe(302);
  });

  it("when the user cancelled", async () => {
    const { body } = await comeBack(await begin(), undefined, { error: "access_denied" });
    expect(body).toEqual({ problem: "The sign-in was cancelled." });
  });

  it("when the callback is opened directly", async () => {
    const { body } = await visit(callback, "/auth-callback", new CookieJar());
    expect(body).toEqual({ problem: "This page is where sign-in comes back to. It can't be opened by itself." });
  });

  it("but a user who is already signed in is redirected to the start page", async () => {
    const { status, headers } = await visit(callback, "/auth-callback", await signedInWith());
    expect([status, headers.get("location")]).toEqual([302, "/"]);
  });
});

describe("a sign-in that this browser no longer knows", () => {
  it("starts again by itself if it took too long or began in another browser", async () => {
    const { asked } = await begin();
    const first = await comeBack({ asked, jar: new CookieJar() });
    const second = await visit(callback, locationOf(first), first.jar);
    expect([second.status, locationOf(second)]).toEqual([302, "/login?redirect=%2F"]);
    expect(codeWasAskedFor()).toEqual([]);
    const away = await begin("/", second.jar);
    expect(locationOf(await comeBack(away))).toBe("/");
  });

  it("is no obstacle to a user who is signed in already, as when the callback is used twice", async () => {
    const away = await begin();
    const { jar } = await comeBack(away);
    expect(locationOf(await comeBack({ asked: away.asked, jar }))).toBe("/");
    expect(await signedInPerson(jar)).toBeDefined();
  });

  it("is not started again if the state of another attempt comes back without a code", async () => {
    const { jar } = await begin();
    const { body } = await comeBack({ asked: new URLSearchParams({ state: "another" }), jar }, undefined, {});
    expect(body).toEqual(tryAgain);
  });
});

describe("a user known to the authority", () => {
  const permissions = "GET /api/v1/users/permissions";

  it("but not to the API sees the API's message and is not signed in", async () => {
    const words = "There is no active account here for mia@countinghouse.example. Please ask an administrator.";
    api.on(permissions, json({ status: 401, message: words }, 401));
    const { status, body, jar } = await comeBack(await begin());
    expect([status, body]).toEqual([
      200,
      { problem: words, isLasting: true, unknown: { email: "mia@countinghouse.example" } },
    ]);
    expect(await signedInPerson(jar)).toBeUndefined();
  });

  it("but refused by an API without a message sees the fallback message", async () => {
    api.on(permissions, json({}, 401));
    expect((await comeBack(await begin())).body).toMatchObject({
      problem: expect.stringContaining("Please ask an administrator to add it."),
    });
  });

  it("and refused by the API is no longer signed in as the previous user", async () => {
    const away = await begin("/orders", await signedInWith());
    api.on(permissions, json({}, 401));
    expect(await signedInPerson((await comeBack(away)).jar)).toBeUndefined();
  });

  it.each([
    ["fails", json({}, 500)],
    ["drops the connection", cutOff],
  ])("is signed in even if the API %s at that moment", async (_, answer) => {
    api.on(permissions, answer);
    const { status, jar } = await comeBack(await begin());
    expect([status, (await signedInPerson(jar))?.name]).toEqual([302, "Mia Kerr"]);
  });

  it.each([
    ["for the browser's cookies", 60_000, undefined],
    ["for the API", 15_000, json({}, 431)],
  ])("with tokens that are too large %s sees a message immediately", async (_, bytes, answer) => {
    if (answer) api.on(permissions, answer);
    const away = await begin();
    const idToken = await authority.idToken({ claims: { nonce: away.asked.get("nonce") } });
    const { body, jar } = await comeBack(
      away,
      authority.newTokens({ id_token: idToken, access_token: randomBytes(bytes / 2).toString("hex") }),
    );
    expect(body).toMatchObject({
      problem: expect.stringContaining("more about you than a browser can store"),
      isLasting: true,
    });
    expect(await signedInPerson(jar)).toBeUndefined();
  });
});

describe("tokens without a numeric expires_in", () => {
  async function signedInFor(rest: Record<string, unknown>) {
    const away = await begin();
    const idToken = await authority.idToken({ claims: { nonce: away.asked.get("nonce") } });
    const { jar } = await comeBack(away, authority.newTokens({ id_token: idToken, ...rest }));
    const { tokens } = (await signedInPerson(jar)) ?? {};
    return { jar, seconds: Math.round(((tokens?.expiresAt ?? 0) - Date.now() / 1000) / 60) * 60 };
  }

  it("sign the user in, and are renewed after five minutes if they have a refresh token", async () => {
    expect((await signedInFor({ expires_in: undefined })).seconds).toBe(5 * 60);
    expect((await signedInFor({ expires_in: undefined, refresh_token: undefined })).seconds).toBe(24 * 3600);
  });

  it("expire as stated if expires_in is a number in a string", async () => {
    expect((await signedInFor({ expires_in: "1800" })).seconds).toBe(1800);
  });

  it.each([undefined, 600])(
    "are renewed if the API refuses them (%j), and the page is still shown",
    async (seconds) => {
      const { jar } = await signedInFor({ expires_in: seconds });
      const first = (await signedInPerson(jar))?.tokens.access;
      const answers = [json({}, 401), json({ id: 1, name: "Acacia" })];
      api.on("GET /api/v1/locations/states", (...exchange) => answers.shift()?.(...exchange));
      authority.on("POST /token", authority.newTokens({ expires_in: undefined }));
      const page = screen((context) =>
        context.api(operations.locations.states, { countryCode: "AU" }).catch((error: Error) => error.message),
      );
      const { jar: after } = await visit(page, "/suppliers", jar);
      const [refused, taken] = api.received("GET /api/v1/locations/states").map(({ headers }) => headers.authorization);
      const now = (await signedInPerson(after))?.tokens.access;
      expect([refused, taken]).toEqual([`Bearer ${first}`, `Bearer ${now}`]);
      expect([authority.renewals, now === first]).toEqual([1, false]);
    },
  );
});

describe("an authority's discovery document", () => {
  it("that promises the iss parameter makes a response without it refused", async () => {
    authority.on(
      "GET /.well-known/openid-configuration",
      json({ ...authority.document(), authorization_response_iss_parameter_supported: true }),
    );
    vi.resetModules();
    const { publicRoute: route } = await import("#app/services/request/route.server.ts");
    const services = await import("#app/services/session/sign-in.server.ts");
    const { headers, jar } = await visit(route(services.beginSignIn), "/login", new CookieJar());
    const state = new URL(headers.get("location") ?? "").searchParams.get("state") ?? "";
    const back = (parameters: Record<string, string>) =>
      visit(
        route(services.completeSignIn),
        `/auth-callback?${new URLSearchParams({ code: "the-code", state, ...parameters })}`,
        jar,
      );
    expect((await back({})).body).toEqual(tryAgain);
    expect(codeWasAskedFor()).toEqual([]);
    await back({ iss: authority.url });
    expect(codeWasAskedFor()).toHaveLength(1);
  });

  it("that names another issuer is not used", async () => {
    authority.on(
      "GET /.well-known/openid-configuration",
      json({ ...authority.document(), issuer: "https://elsewhere.example" }),
    );
    vi.resetModules();
    const { publicRoute: route } = await import("#app/services/request/route.server.ts");
    const services = await import("#app/services/session/sign-in.server.ts");
    expect((await visit(route(services.beginSignIn), "/login", new CookieJar())).status).toBe(503);
  });
});

describe("an authority that is down", () => {
  /** A newly started back office, which has not contacted the authority yet. */
  async function freshLogin() {
    vi.resetModules();
    const { publicRoute: route } = await import("#app/services/request/route.server.ts");
    const { beginSignIn: work } = await import("#app/services/session/sign-in.server.ts");
    return route(work);
  }

  it.each([
    ["drops the connection", () => cutOff],
    ["fails", () => text("", "text/html", 500)],
    ["does not respond", () => tooLate()],
    ["responds with another document", () => json({ hello: "world" })],
  ])("is reported with a message when it %s, and is used again once it is back", async (_, trouble) => {
    const fresh = await freshLogin();
    authority.on("GET /.well-known/openid-configuration", trouble());
    const { status, body } = await visit(fresh, "/login", new CookieJar());
    expect([status, body]).toEqual([
      503,
      { status: 503, message: "The sign-in service did not answer. Please try again in a moment." },
    ]);

    authority.on("GET /.well-known/openid-configuration", json(authority.document()));
    expect((await visit(fresh, "/login", new CookieJar())).status).toBe(302);
  });

  it("gets only one request for its discovery document", async () => {
    const fresh = await freshLogin();
    await Promise.all(Array.from({ length: 10 }, () => visit(fresh, "/login", new CookieJar())));
    expect(authority.received("GET /.well-known/openid-configuration") satisfies Received[]).toHaveLength(1);
  });
});
