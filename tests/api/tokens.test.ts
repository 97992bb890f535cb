import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { tokenVerifier } from "#api/core/access/tokens.ts";

/** A minimal OpenID authority. */
/** The path of the authority that has too much to do. */
let busy = "";
let authority: string;
let server: Server;
/** The issuer in the metadata, if it differs from the authority's address. */
let issuer: string | undefined;
let tokensKnown: Record<string, object> = {};
/** Answers of the userinfo endpoint by token, and how often it was asked. */
let peopleKnown: Record<string, object> = {};
let asked = 0;
let canIntrospect = true;
/** It has to be sent as it is, like at sign-in: LemonLDAP::NG decodes nothing. */
const secret = "a secret/of words";
const keys = await generateKeyPair("ES256", { extractable: true });
const strangersKeys = await generateKeyPair("ES256");

beforeAll(async () => {
  const publicKey = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "ES256" };
  server = createServer(async (request, response) => {
    const answers: Record<string, unknown> = {
      "/.well-known/openid-configuration": {
        issuer: issuer ?? authority,
        jwks_uri: `${authority}/keys`,
        ...(canIntrospect && { introspection_endpoint: `${authority}/introspect` }),
        userinfo_endpoint: `${authority}/userinfo`,
      },
      "/keys": { keys: [publicKey] },
    };
    let body = "";
    for await (const chunk of request) body += chunk;
    const token = new URLSearchParams(body).get("token") ?? "";
    const isClient =
      request.headers.authorization === `Basic ${Buffer.from(`back-office:${secret}`).toString("base64")}`;
    const introspected = isClient ? (tokensKnown[token] ?? { active: false }) : undefined;
    response.setHeader("content-type", "application/json");
    if (request.url === "/introspect" && !isClient) response.statusCode = 401;
    if (request.url === busy) response.writeHead(429).end();
    else if (request.url === "/userinfo") {
      asked++;
      const person = peopleKnown[request.headers.authorization?.replace("Bearer ", "") ?? ""];
      response.writeHead(person ? 200 : 401).end(JSON.stringify(person));
    } else response.end(JSON.stringify(request.url === "/introspect" ? introspected : answers[request.url ?? ""]));
  }).listen(0);
  authority = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const verifier = (more = {}) =>
  tokenVerifier({ authority, audience: "the api", clientId: "back-office", clientSecret: secret, ...more });
const good = (): JWTPayload => ({
  iss: authority,
  aud: "the api",
  sub: "someone",
  client_id: "back-office",
  email: "mia@example.com",
  email_verified: true,
});

function signed(claims: JWTPayload, { key = keys.privateKey, expires = "5m" } = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "one" }).setExpirationTime(expires).sign(key);
}

const refused = { status: 401, message: "Your sign-in has ended. Please sign in again." };
/** People can't mend these by signing in again. */
const notAccepted = (cause: unknown = expect.any(String)) => ({
  status: 401,
  message:
    "This site cannot use what the sign-in service sent about you. Please tell an administrator: the API's log has the reason.",
  cause,
});
const email = "mia@example.com";
const person = { sub: "someone", email, email_verified: true };

describe("a signed token of another authority", () => {
  test("identifies the user by the email address in it", async () => {
    expect(await verifier()(await signed(good()))).toEqual({ email: "mia@example.com" });
  });

  test("is accepted if the authority's clock and ours differ by half a minute", async () => {
    const soon = { ...good(), nbf: Math.floor(Date.now() / 1000) + 20 };
    for (const token of [await signed(soon), await signed(good(), { expires: "-20s" })])
      expect(await verifier()(token)).toEqual({ email: "mia@example.com" });
  });

  test.each([
    [1_700_000_000, 1_700_000_000],
    [0, undefined],
  ])("with auth_time %i says of its user's authentication: %j", async (auth_time, authTime) => {
    expect((await verifier()(await signed({ ...good(), auth_time }))).authTime).toBe(authTime);
  });

  test("is refused once expired, also if it was accepted before", async () => {
    const verify = verifier();
    const token = await signed(good(), { expires: "1m" });
    await verify(token);
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
    try {
      await expect(verify(token)).rejects.toMatchObject(refused);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, () => Promise<string>]>([
    ["of another issuer", () => signed({ ...good(), iss: "https://elsewhere.example" })],
    ["issued for another API", () => signed({ ...good(), aud: "another api" })],
    ["signed with an unknown key", () => signed(good(), { key: strangersKeys.privateKey })],
    ["without a signature", async () => new UnsecuredJWT(good()).setExpirationTime("5m").encode()],
    [
      "signed with a secret instead of a key",
      () => new SignJWT(good()).setProtectedHeader({ alg: "HS256" }).setExpirationTime("5m").sign(new Uint8Array(32)),
    ],
    ["an ID token of the configured client", () => signed({ ...good(), nonce: "n", at_hash: "h" })],
    ["declared to be an ID token", () => signed({ ...good(), typ: "ID" })],
    ["of another client", () => signed({ ...good(), client_id: "another-app" })],
    ["authorised for another party", () => signed({ ...good(), azp: "another-app" })],
    ["without a client", () => signed({ ...good(), client_id: undefined })],
    [
      "without expiry",
      () => new SignJWT(good()).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(keys.privateKey),
    ],
  ])("is refused: %s", async (_, token) => {
    await expect(verifier()(await token())).rejects.toMatchObject(notAccepted());
  });

  test("is refused with a reason for the log that names what is wanted", async () => {
    await expect(verifier()(await signed({ ...good(), client_id: "another-app" }))).rejects.toMatchObject(
      notAccepted(`it was issued to another-app; wanted are issuer ${authority}, audience the api, client back-office`),
    );
  });

  test("that expired more than half a minute ago is refused as ended, without a line in the log", async () => {
    const token = await signed(good(), { expires: "-1m" });
    const refusal = await verifier()(token).catch((error: unknown) => error);
    expect(refusal).toMatchObject(refused);
    expect(refusal).not.toHaveProperty("cause");
  });

  test("without an email address identifies the user by the authority's userinfo endpoint, asked once", async () => {
    const token = await signed({ ...good(), email: undefined, email_verified: undefined });
    const verify = verifier();
    peopleKnown = { [token]: person };
    asked = 0;
    expect([await verify(token), await verify(token), asked]).toEqual([{ email }, { email }, 1]);
  });

  test.each([
    ["is about somebody else", { ...person, sub: "another" }],
    ["has an unverified address", { ...person, email_verified: false }],
    ["refuses the token", undefined],
  ])("without an email address is refused if the userinfo endpoint %s", async (_, known) => {
    const token = await signed({ ...good(), email: undefined });
    peopleKnown = known ? { [token]: known } : {};
    await expect(verifier()(token)).rejects.toMatchObject({ status: 401 });
  });

  test("is refused with an email address that cannot be stored, and so belongs to nobody", async () => {
    for (const email of ["mia\u0000@example.com", "mia@example.com\ud800"])
      await expect(verifier()(await signed({ ...good(), email }))).rejects.toMatchObject({ status: 401 });
  });

  test("is refused unless the authority has verified the email address", async () => {
    for (const email_verified of [false, undefined, null, "false", 0]) {
      await expect(
        verifier()(await signed({ ...good(), email_verified })),
        String(email_verified),
      ).rejects.toMatchObject({ status: 401 });
    }
    expect(await verifier()(await signed({ ...good(), email_verified: "true" }))).toEqual({ email: "mia@example.com" });
  });

  test("without verification status is accepted only if configured, and an unverified address never", async () => {
    expect(await verifier({ trustEmails: true })(await signed({ ...good(), email_verified: undefined }))).toEqual({
      email: "mia@example.com",
    });
    await expect(
      verifier({ trustEmails: true })(await signed({ ...good(), email_verified: false })),
    ).rejects.toMatchObject({ status: 401 });
  });

  test("is accepted if the issuer ends with a slash, but not if it is another authority", async () => {
    issuer = `${authority}/`;
    expect(await verifier()(await signed({ ...good(), iss: issuer }))).toEqual({ email: "mia@example.com" });
    issuer = "https://elsewhere.example";
    await expect(verifier()(await signed({ ...good(), iss: issuer }))).rejects.toMatchObject({ status: 503 });
    issuer = undefined;
  });
});

const opaque = () => ({
  active: true,
  aud: "the api",
  client_id: "back-office",
  email: "mia@example.com",
  email_verified: true,
});

describe("an opaque token", () => {
  test("identifies the user that the authority names", async () => {
    tokensKnown = { opaque: opaque() };
    expect(await verifier()("opaque")).toEqual({ email: "mia@example.com" });
  });

  test.each([
    ["a user name that looks like an address", { email: undefined, username: "mia@example.com" }],
    ["an address without verification status", { email_verified: undefined }],
    ["an unverified address", { email_verified: false }],
    ["another client", { client_id: "another-app" }],
    ["no client", { client_id: undefined }],
    ["another issuer", { iss: "https://elsewhere.example" }],
  ])("is refused with %s", async (_, change) => {
    tokensKnown = { opaque: { ...opaque(), ...change } };
    await expect(verifier()("opaque")).rejects.toMatchObject({ status: 401 });
  });

  test("is accepted if the authority states no audience, because it was issued to the back office", async () => {
    tokensKnown = { opaque: { ...opaque(), aud: undefined } };
    expect(await verifier()("opaque")).toEqual({ email });
  });

  test("whose introspection has no email address identifies the user by the userinfo endpoint", async () => {
    tokensKnown = { opaque: { active: true, client_id: "back-office", sub: "someone" } };
    peopleKnown = { opaque: person };
    asked = 0;
    const verify = verifier();
    expect([await verify("opaque"), await verify("opaque"), asked]).toEqual([{ email }, { email }, 1]);
    tokensKnown = { opaque: { active: false } };
    await expect(verify("opaque")).rejects.toMatchObject(refused);
  });

  test("of an authority that cannot be asked about it is refused with the reason for the log", async () => {
    canIntrospect = false;
    await expect(verifier()("opaque")).rejects.toMatchObject(
      notAccepted("it is not a JWT, and the authority names no introspection_endpoint to ask about it"),
    );
    canIntrospect = true;
    await expect(verifier({ clientSecret: "another" })("opaque")).rejects.toMatchObject(
      notAccepted("the authority refused to introspect it, with status 401"),
    );
  });

  test("is refused if it has expired, or was issued for another API", async () => {
    tokensKnown = { over: { active: false }, elsewhere: { ...opaque(), aud: "another api" } };
    await expect(verifier()("over")).rejects.toMatchObject(refused);
    await expect(verifier()("elsewhere")).rejects.toMatchObject(notAccepted());
    await expect(verifier()("never seen")).rejects.toMatchObject(refused);
  });
});

test.each(["/introspect", "/userinfo"])(
  "while %s has too much to do, the caller is told to try again",
  async (path) => {
    tokensKnown = { opaque: { active: true, client_id: "back-office", sub: "someone" } };
    peopleKnown = { opaque: person };
    const verify = verifier();
    busy = path;
    await expect(verify("opaque")).rejects.toMatchObject({ status: 503 });
    busy = "";
    expect(await verify("opaque")).toEqual({ email });
  },
);

test("while the authority is unavailable, the caller is told to try again and not to sign in", async () => {
  const away = tokenVerifier({
    authority: "http://localhost:9",
    audience: "the api",
    clientId: "back-office",
    clientSecret: "a-secret",
  });
  const unreachable = { status: 503, message: "The sign-in service cannot be reached. Please try again shortly." };
  await expect(away(await signed(good()))).rejects.toMatchObject(unreachable);
  await expect(away("opaque")).rejects.toMatchObject(unreachable);
});
