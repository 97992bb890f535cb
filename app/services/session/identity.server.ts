/**
 * Sign-in with the OpenID provider that the API's configuration names: authorization code flow with PKCE, state and
 * nonce; the ID token is validated.
 */
import { createHash } from "node:crypto";
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { Authenticator } from "remix-auth";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { v4 as newKey } from "uuid";
import { z } from "zod";
import { callOperation } from "#app/services/request/api.server.ts";
import { cached, cachedThroughOutages } from "#app/services/request/cache.server.ts";
import { env } from "#app/services/request/environment.server.ts";
import { configuration as configurationOperations } from "#contract/configuration/operations.ts";
import type { Configuration } from "#contract/configuration/schema.ts";
import { signInSeconds } from "#contract/rules/sign-in.ts";
import { cookieName } from "./sealed-cookie.server.ts";
import type { SignedIn, Tokens } from "./signed-in.ts";
import { stepUpParameters } from "./step-up.server.ts";

const minute = 60_000;
export const oauthCookie = cookieName("oauth");
/** Parameter that makes the provider ask for credentials even if it still has a session. */
export const againParameter = "again";
const callbackUrl = `${env.publicUrl}/auth-callback`;

/**
 * The API's configuration, cached for half a minute, so that a changed setting is soon on every page. While the API is
 * away the last one is used: a list says that it could not be loaded, instead of the whole page.
 */
export const configuration: () => Promise<Configuration> = cachedThroughOutages(minute / 2, () =>
  callOperation(configurationOperations.get, {}),
);

const metadata = z.object({
  issuer: z.string(),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url(),
  revocation_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
});

interface Authority {
  metadata: z.output<typeof metadata>;
  keys: JWTVerifyGetKey;
  strategy: NonceStrategy;
  authenticator: Authenticator<SignedIn>;
}

/**
 * The provider's discovery document, loaded on first use. Failures are not cached, so the back office can start without
 * it.
 */
const authority: () => Promise<Authority> = cached(60 * minute, async () => {
  const { identity } = await configuration();
  const response = await fetch(`${identity.authority}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`the authority's configuration answered ${response.status}`);
  const document = metadata.parse(await response.json());
  // OpenID Connect Discovery 4.3. The configured address has no trailing slash, but some issuers do.
  if (withoutSlash(document.issuer) !== withoutSlash(identity.authority))
    throw new Error(`the authority names itself ${document.issuer}`);
  const keys = createRemoteJWKSet(new URL(document.jwks_uri));
  const strategy = new NonceStrategy(
    {
      clientId: identity.clientId,
      clientSecret: env.clientSecret,
      redirectURI: callbackUrl,
      authorizationEndpoint: document.authorization_endpoint,
      tokenEndpoint: document.token_endpoint,
      tokenRevocationEndpoint: document.revocation_endpoint,
      scopes: identity.scope.split(/\s+/),
      cookie: {
        name: oauthCookie,
        ...(env.isHttps && { secure: true }),
        sameSite: "Lax",
        httpOnly: true,
        path: "/",
        maxAge: signInSeconds,
      },
    },
    identity.resource ?? undefined,
    async ({ request, tokens }) =>
      signedIn(
        tokens,
        nonceFor(new URL(request.url).searchParams.get("state") ?? ""),
        document,
        keys,
        identity.clientId,
      ),
  );
  return {
    metadata: document,
    keys,
    strategy,
    authenticator: new Authenticator<SignedIn>().use(strategy, "authority"),
  };
});

const withoutSlash = (address: string) => address.replace(/\/$/, "");

/** Derives the nonce from the state, which is stored, so that the nonce need not be. */
function nonceFor(state: string): string {
  return createHash("sha256").update(`nonce:${state}`).digest("base64url");
}

class NonceStrategy extends OAuth2Strategy<SignedIn> {
  constructor(
    options: OAuth2Strategy.ConstructorOptions,
    private readonly resource: string | undefined,
    verify: ConstructorParameters<typeof OAuth2Strategy<SignedIn>>[1],
  ) {
    super(options, verify);
  }

  protected override authorizationParams(params: URLSearchParams, request: Request): URLSearchParams {
    const extended = new URLSearchParams(params);
    // If the provider's own session is older than a session here may last, the user has to authenticate again.
    extended.set("max_age", String(env.sessionMax));
    if (new URL(request.url).searchParams.has(againParameter)) extended.set("prompt", "login");
    extended.set("nonce", nonceFor(params.get("state") ?? ""));
    if (this.resource) extended.set("resource", this.resource);
    for (const [name, value] of stepUpParameters(new URL(request.url))) extended.set(name, value);
    return extended;
  }
}

type OAuthTokens = OAuth2Strategy.VerifyOptions["tokens"];

function tokensOf(tokens: OAuthTokens, before?: Tokens): Tokens {
  const refresh = tokens.hasRefreshToken() ? tokens.refreshToken() : before?.refresh;
  const lifetime = lifetimeIn(tokens) ?? guessedLifetime(refresh);
  const expiresAt = Math.floor(Date.now() / 1000) + lifetime;
  return { access: tokens.accessToken(), refresh, expiresAt, renewAt: expiresAt - renewBefore(lifetime) };
}

/**
 * Seconds before its end at which a token is renewed, so that it does not expire on the way to the API. Of one that lives
 * for a minute or less, that is a quarter: it would otherwise be renewed at every request.
 */
const renewBefore = (lifetime: number) => Math.min(60, Math.ceil(lifetime / 4));

/** RFC 6749, 5.1 only recommends `expires_in`, and some providers send it as text. */
function lifetimeIn({ data }: OAuthTokens): number | undefined {
  const seconds = "expires_in" in data ? Number(data.expires_in) : Number.NaN;
  return seconds > 0 ? Math.floor(seconds) : undefined;
}

/**
 * Seconds. A token with a refresh token is renewed soon; any other is used until the API rejects it or the session
 * ends.
 */
const guessedLifetime = (refresh: string | undefined) => (refresh === undefined ? env.sessionMax : 5 * 60);

/** Seconds by which the provider's clock and ours may differ. */
const clockTolerance = 30;

const asymmetric = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Validates the ID token, which remix-auth-oauth2 does not do. */
async function signedIn(
  tokens: OAuthTokens,
  nonce: string,
  { issuer, userinfo_endpoint: userInfoUrl }: Authority["metadata"],
  keys: JWTVerifyGetKey,
  clientId: string,
): Promise<SignedIn> {
  const { payload } = await jwtVerify(tokens.idToken(), keys, {
    clockTolerance,
    issuer,
    audience: clientId,
    algorithms: asymmetric,
    requiredClaims: ["sub", "exp", "nonce"],
  });
  if (payload.nonce !== nonce) throw new Error("the id token answers another sign-in");
  const now = Math.floor(Date.now() / 1000);
  const { auth_time: authTime } = payload;
  // Glewlwyd 2.7 sends 0, because it does not know the time where tokens are issued.
  const startedAt = typeof authTime === "number" && authTime > 0 ? Math.min(authTime, now) : now;
  const isNamed = nameIn(payload) !== undefined;
  const person = isNamed || !userInfoUrl ? payload : await userInfo(userInfoUrl, tokens.accessToken(), payload);
  return {
    key: newKey(),
    startedAt,
    seenAt: now,
    tokens: tokensOf(tokens),
    subject: payload.sub as string,
    email: claim(person, "email"),
    name: nameIn(person) ?? "Account",
  };
}

/**
 * Where the ID token has no name, it is here (OpenID Connect Core 5.4).
 * @returns the ID token's claims if there is no answer, or one about somebody else (5.3.2)
 */
async function userInfo(url: string, accessToken: string, idToken: JWTPayload): Promise<JWTPayload> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(5_000),
    });
    return z.looseObject({ sub: z.literal(idToken.sub) }).parse(await response.json());
  } catch {
    return idToken;
  }
}

const claim = (payload: JWTPayload, name: string) => (typeof payload[name] === "string" ? payload[name] : "");

function nameIn(payload: JWTPayload): string | undefined {
  const full = `${claim(payload, "given_name")} ${claim(payload, "family_name")}`.trim();
  return claim(payload, "name") || full || claim(payload, "email") || undefined;
}

/** Limits a request to the provider to ten seconds: the library has no timeout. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(10_000);
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => late.addEventListener("abort", () => reject(late.reason), { once: true })),
  ]);
}

/** RFC 9207: rejects a response from another provider (mix-up attack). */
function assertIssuer(
  issuer: string | null,
  { issuer: ours, authorization_response_iss_parameter_supported: isAlwaysNamed }: Authority["metadata"],
): void {
  if (issuer === null ? isAlwaysNamed : issuer !== ours) throw new Error("the answer comes from another authority");
}

/** Throws a redirect to the provider; or, on the callback, returns the user who signed in. */
export async function authenticate(request: Request): Promise<SignedIn> {
  const { authenticator, metadata: document } = await authority();
  // Use the configured public address: the request's own may be a proxy's.
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has("state")) assertIssuer(searchParams.get("iss"), document);
  return inTime(
    authenticator.authenticate("authority", new Request(`${callbackUrl}${search}`, { headers: request.headers })),
  );
}

type Renewal = { outcome: "renewed"; tokens: Tokens } | { outcome: "refused" | "failed"; reason: string };

/**
 * Renewals in progress or just finished, by the access token that they replace: 20 requests at the moment of expiry cause
 * one renewal. Not by the refresh token, which many providers never replace.
 */
const renewals = new Map<string, Promise<Renewal>>();
const cacheRenewalFor = 30_000;

export function renewTokens(tokens: Tokens): Promise<Renewal> {
  const { access, refresh } = tokens;
  if (!refresh) return Promise.resolve({ outcome: "refused", reason: "there is no refresh token" });
  const running = renewals.get(access);
  if (running) return running;
  const renewal = requestTokens(tokens, refresh);
  renewals.set(access, renewal);
  // Requests that were sent before the browser received the new cookie still bring the old token.
  const forget = () => setTimeout(() => renewals.delete(access), cacheRenewalFor).unref();
  void renewal.then((result) => (result.outcome === "renewed" ? forget() : renewals.delete(access)));
  return renewal;
}

async function requestTokens(tokens: Tokens, refresh: string): Promise<Renewal> {
  try {
    const { strategy } = await authority();
    return { outcome: "renewed", tokens: tokensOf(await inTime(strategy.refreshToken(refresh)), tokens) };
  } catch (error) {
    const isRefused = error instanceof OAuth2RequestError && error.code === "invalid_grant";
    return { outcome: isRefused ? "refused" : "failed", reason: error instanceof Error ? error.message : "unknown" };
  }
}

/** Revokes the tokens if the provider supports it. A failure must not prevent signing out. */
export async function revokeTokens({ refresh, access }: Tokens): Promise<void> {
  const { strategy, metadata: document } = await authority();
  if (!document.revocation_endpoint) return;
  await Promise.allSettled([refresh, access].flatMap((token) => (token ? [inTime(strategy.revokeToken(token))] : [])));
}

/**
 * Returns the address at which the provider ends its own session; undefined if it has none. It names the client instead
 * of an ID token, because tokens never appear in addresses.
 */
export async function endSessionUrl(): Promise<string | undefined> {
  const [{ metadata: document }, { identity }] = await Promise.all([authority(), configuration()]);
  if (!document.end_session_endpoint) return undefined;
  const url = new URL(document.end_session_endpoint);
  url.searchParams.set("client_id", identity.clientId);
  url.searchParams.set("post_logout_redirect_uri", `${env.publicUrl}/logged-out`);
  return url.toString();
}
