/**
 * Verifies bearer tokens of any OpenID authority: signed ones with its keys, opaque ones by introspection. The email
 * address that neither states is asked for at the authority's userinfo endpoint.
 */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { z } from "zod";
import { Refusal, unauthenticated } from "#api/core/refusals/refusal.ts";
import { isPrintable } from "#contract/rules/printable.ts";
import { keyIdIn } from "./keys.ts";

/** The subject of a token: the built-in provider names our user, another one names an email address. */
export interface Identified {
  userId?: number;
  email?: string;
  /** Seconds since 1970 of the last authentication. Not every provider sends it. */
  authTime?: number;
  /** Authentication context class, in the provider's terms. */
  acr?: string;
  /** From the built-in provider: the token ends with this grant. */
  grantId?: string;
  /** From the built-in provider, for a machine: the key that the token was issued to. */
  keyId?: number;
  /** The scopes that the key's token was requested for; undefined if the request named none. */
  keyScopes?: readonly string[];
  /** With another authority: digests that identify the token and the back office's session. */
  sessionIds?: readonly string[];
}

export type VerifyToken = (token: string) => Promise<Identified>;

interface Options {
  authority: string;
  /** The audience that tokens must have. */
  audience: string;
  clientId: string;
  clientSecret: string;
  /** Accepts email addresses although the authority does not state whether it verified them. */
  trustEmails?: boolean;
  /** The built-in provider's own keys; without them, the authority's keys are fetched. */
  keys?: JSONWebKeySet;
}

/** Signature algorithms only: never `none`, never a shared secret. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** Seconds by which the authority's clock and ours may differ. */
const clockTolerance = 30;
/** The client of the page on which operations can be tried. */
export const referenceClientId = "countinghouse-reference";
/** Claim of the built-in provider's access tokens: the grant that they belong to. */
export const grantClaim = "grant_id";
export const signInAgain = "Your sign-in has ended. Please sign in again.";
/** For tokens of another authority that are valid there but not here, which people cannot mend by signing in again. */
const notAccepted =
  "This site cannot use what the sign-in service sent about you. Please tell an administrator: the API's log has the reason.";
const unreachable = () => new Refusal(503, "The sign-in service cannot be reached. Please try again shortly.");
/** How long what the userinfo endpoint said about an opaque token is used without asking again. */
const userInfoMs = 5 * 60_000;

export function tokenVerifier(options: Options): VerifyToken {
  const authority = options.keys ? undefined : remoteAuthority(options.authority);
  const localKeys = options.keys && createLocalJWKSet(options.keys);
  const known = recentTokens<Identified>();
  const userInfos = recentTokens<JWTPayload>();
  const identify = (payload: JWTPayload) => ({ ...identified(payload, options), ...proofIn(payload) });
  return async (token) => {
    const seen = known.get(token);
    if (seen) return seen;
    const isOpaque = token.split(".").length !== 3;
    if (localKeys || !authority) {
      if (isOpaque || !localKeys) throw unauthenticated(signInAgain);
      const payload = await verify(token, { keys: localKeys, issuer: options.authority }, options);
      return known.keep(token, endOf(payload), identify(payload));
    }
    const metadata = await authority();
    const payload = await (isOpaque ? introspect : verify)(token, metadata, options);
    const info =
      payload.email === undefined
        ? (userInfos.get(token) ??
          userInfos.keep(token, Date.now() + userInfoMs, await userInfo(token, metadata, payload)))
        : {};
    const who = identify({ ...payload, ...info });
    // An opaque token is asked about each time: that is how its authority withdraws it.
    return isOpaque ? who : known.keep(token, endOf(payload), who);
  };
}

const endOf = ({ exp = 0 }: JWTPayload) => exp * 1000;

const mostKnown = 2_000;

/**
 * Caches verified tokens until they expire, because a page sends the same token with every request. The user's
 * permissions are still read each time.
 */
function recentTokens<T>() {
  const entries = new Map<string, { until: number; found: T }>();
  return {
    get(token: string): T | undefined {
      const entry = entries.get(token);
      return entry && entry.until > Date.now() ? entry.found : undefined;
    },
    /** @param until in milliseconds since 1970 */
    keep(token: string, until: number, found: T): T {
      const [oldest = ""] = entries.keys();
      if (entries.size >= mostKnown) entries.delete(oldest);
      entries.set(token, { until, found });
      return found;
    },
  };
}

async function verify(
  token: string,
  { keys, issuer }: Pick<Metadata, "keys" | "issuer">,
  { audience, clientId, keys: ownKeys }: Options,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms,
      clockTolerance,
      requiredClaims: ["exp"],
    });
    assertAccessToken(
      payload,
      (client) =>
        client === clientId ||
        (ownKeys !== undefined && (client === referenceClientId || keyIdIn(client) !== undefined)),
    );
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || error instanceof TypeError) throw unreachable();
    if (ownKeys || error instanceof errors.JWTExpired) throw unauthenticated(signInAgain);
    const wanted = `issuer ${issuer}, audience ${audience}, client ${clientId}`;
    throw unauthenticated(notAccepted, `${(error as Error).message}; wanted are ${wanted}`);
  }
}

/** Claims that id tokens have and access tokens do not (OpenID Connect Core 2 and 3.1.3.6). */
const idTokenClaims = ["nonce", "at_hash", "c_hash", "s_hash"];
/** Claims in which authorities name the client of a token: RFC 9068, OpenID Connect, Okta, Entra ID. */
const clientClaims = ["client_id", "azp", "cid", "appid"];

/**
 * Rejects id tokens, which tell a client who signed in, and tokens issued to other clients. Both are signed by the
 * authority, but neither is meant for this API.
 * @throws Error
 */
function assertAccessToken(payload: JWTPayload, isKnown: (client: unknown) => boolean): void {
  const clients = clientClaims.flatMap((name) => (payload[name] === undefined ? [] : [payload[name]]));
  const isOurs = clients.length > 0 && clients.every(isKnown);
  const isIdToken =
    idTokenClaims.some((name) => payload[name] !== undefined) || ["ID", "Refresh"].includes(String(payload.typ));
  if (isIdToken) throw new Error("it is an id token");
  if (!isOurs)
    throw new Error(`it was issued to ${clients.length > 0 ? clients.join(", ") : "a client that it does not name"}`);
}

interface Metadata {
  keys: JWTVerifyGetKey;
  issuer: string;
  introspectionEndpoint?: string;
  userInfoEndpoint?: string;
}
type RemoteAuthority = () => Promise<Metadata>;

const discoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  introspection_endpoint: z.url().optional(),
  userinfo_endpoint: z.url().optional(),
});

/**
 * Fetches the authority's metadata when first needed. A failure is not cached, so that the next request tries again.
 */
function remoteAuthority(authority: string): RemoteAuthority {
  let pending: Promise<Metadata> | undefined;
  const discover = async (): Promise<Metadata> => {
    const response = await fetch(`${authority}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(5_000),
    });
    const document = discoveryDocument.parse(await response.json());
    // OpenID Connect Discovery 4.3. Configured addresses have no trailing slash, but some issuers do.
    if (document.issuer.replace(/\/$/, "") !== authority)
      throw new Error(`the issuer ${document.issuer} is not ${authority}`);
    return {
      issuer: document.issuer,
      keys: createRemoteJWKSet(new URL(document.jwks_uri)),
      introspectionEndpoint: document.introspection_endpoint,
      userInfoEndpoint: document.userinfo_endpoint,
    };
  };
  return () => {
    pending ??= discover().catch(() => {
      pending = undefined;
      throw unreachable();
    });
    return pending;
  };
}

const introspection = z.object({
  active: z.boolean(),
  sub: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.unknown().optional(),
  client_id: z.string().optional(),
  iss: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  auth_time: z.number().optional(),
  acr: z.string().optional(),
});

/**
 * Token introspection (RFC 7662). The audience is optional there, and many authorities do not state it: a token that was
 * issued to the back office is for this API, because the back office uses it nowhere else.
 */
async function introspect(
  token: string,
  metadata: Metadata,
  { clientId, clientSecret, audience }: Options,
): Promise<JWTPayload> {
  if (!metadata.introspectionEndpoint)
    throw unauthenticated(
      notAccepted,
      "it is not a JWT, and the authority names no introspection_endpoint to ask about it",
    );
  // As they are, like at sign-in: some authorities do not decode them, as RFC 6749, 2.3.1 wants. Those that do read the
  // same, unless there is a plus or a percent sign.
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const response = answered(
    await fetch(metadata.introspectionEndpoint, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token, token_type_hint: "access_token" }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined),
  );
  if (response.status >= 400)
    throw unauthenticated(notAccepted, `the authority refused to introspect it, with status ${response.status}`);
  const answer = introspection.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
  if (!answer.success) throw unreachable();
  const { active, aud, client_id, iss, sub, email, email_verified, auth_time, acr } = answer.data;
  if (!active) throw unauthenticated(signInAgain);
  const isForUs =
    [aud ?? audience].flat().includes(audience) &&
    client_id === clientId &&
    (iss === undefined || iss === metadata.issuer);
  if (!isForUs) {
    const wanted = `audience ${audience}, client_id ${clientId}, issuer ${metadata.issuer}`;
    throw unauthenticated(
      notAccepted,
      `introspection says ${JSON.stringify({ aud, client_id, iss })}; wanted are ${wanted}`,
    );
  }
  return { sub, email, email_verified, auth_time, acr };
}

/**
 * Returns what the authority has answered.
 * @throws Refusal 503 if it did not, or has too much to do (408, 429), which says nothing about the token
 */
function answered(response: Response | undefined): Response {
  if (!response || response.status >= 500 || [408, 429].includes(response.status)) throw unreachable();
  return response;
}

const userInfoAnswer = introspection.pick({ email: true, email_verified: true }).extend({ sub: z.string() });

/** OpenID Connect Core 5.3. @returns no email address if the authority gives none for this token */
async function userInfo(token: string, { userInfoEndpoint }: Metadata, { sub }: JWTPayload): Promise<JWTPayload> {
  if (!userInfoEndpoint) return {};
  const response = answered(
    await fetch(userInfoEndpoint, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined),
  );
  const answer = userInfoAnswer.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
  // 5.3.2: an answer about somebody else must not be used.
  if (!answer.success || (sub !== undefined && answer.data.sub !== sub)) return {};
  const { email, email_verified } = answer.data;
  return { email, email_verified };
}

function proofIn({ auth_time, acr }: JWTPayload): Pick<Identified, "authTime" | "acr"> {
  // Authorities that do not know the time send 0.
  const isKnown = typeof auth_time === "number" && auth_time > 0;
  return { ...(isKnown && { authTime: auth_time }), ...(typeof acr === "string" && { acr }) };
}

function identified(payload: JWTPayload, { keys, trustEmails = false }: Options): Identified {
  if (keys) {
    const keyId = keyIdIn(payload.client_id);
    if (keyId !== undefined) {
      const { scope } = payload;
      return { keyId, ...(typeof scope === "string" && scope !== "" && { keyScopes: scope.split(" ") }) };
    }
    if (typeof payload[grantClaim] !== "string") throw unauthenticated(signInAgain);
    return { userId: Number(payload.sub), grantId: payload[grantClaim] };
  }
  // An unverified address could belong to somebody else. Some authorities send the flag as text.
  const { email, email_verified } = payload;
  const isVerified =
    email_verified === undefined || email_verified === null ? trustEmails : String(email_verified) === "true";
  // A text that no database stores belongs to nobody.
  if (typeof email === "string" && isVerified && isPrintable(email)) return { email };
  throw unauthenticated("Your sign-in does not give a verified email address. Please ask your administrator.");
}
