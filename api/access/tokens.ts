/** Verifies bearer tokens of any OpenID authority: signed ones with its keys, opaque ones by introspection. */
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
import { referenceClientId } from "#api/identity/reference-client.ts";
import { Refusal, unauthenticated } from "#api/refusals/refusal.ts";
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
/** Claim of the built-in provider's access tokens: the grant that they belong to. */
export const grantClaim = "grant_id";
export const signInAgain = "Your sign-in has ended. Please sign in again.";

export function tokenVerifier(options: Options): VerifyToken {
  const authority = options.keys ? undefined : remoteAuthority(options.authority);
  const localKeys = options.keys && createLocalJWKSet(options.keys);
  const known = recentTokens();
  return async (token) => {
    const seen = known.get(token);
    if (seen) return seen;
    if (token.split(".").length !== 3) {
      if (!authority) throw unauthenticated(signInAgain);
      const answer = await introspect(await authority(), token, options);
      return { ...identified(answer, options), ...proofIn(answer) };
    }
    const metadata = localKeys
      ? { keys: localKeys, issuer: options.authority }
      : await (authority as RemoteAuthority)();
    const payload = await verify(token, metadata, options);
    return known.keep(token, payload.exp ?? 0, { ...identified(payload, options), ...proofIn(payload) });
  };
}

const mostKnown = 2_000;

/**
 * Caches verified tokens until they expire, because a page sends the same token with every request. The user's
 * permissions are still read each time.
 */
function recentTokens() {
  const entries = new Map<string, { until: number; identity: Identified }>();
  return {
    get(token: string): Identified | undefined {
      const entry = entries.get(token);
      return entry && entry.until > Date.now() ? entry.identity : undefined;
    },
    keep(token: string, expires: number, identity: Identified): Identified {
      if (entries.size >= mostKnown) entries.delete(entries.keys().next().value as string);
      entries.set(token, { until: expires * 1000, identity: identity });
      return identity;
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
    if (error instanceof errors.JWKSTimeout || error instanceof TypeError)
      throw new Refusal(503, "The sign-in service cannot be reached. Please try again shortly.");
    throw unauthenticated(signInAgain);
  }
}

/** Claims that id tokens have and access tokens do not (OpenID Connect Core 2 and 3.1.3.6). */
const idTokenClaims = ["nonce", "at_hash", "c_hash", "s_hash"];
/** Claims in which authorities name the client of a token: RFC 9068, OpenID Connect, Okta, Entra ID. */
const clientClaims = ["client_id", "azp", "cid", "appid"];

/**
 * Rejects id tokens, which tell a client who signed in, and tokens issued to other clients. Both are signed by the
 * authority, but neither is meant for this API.
 * @throws Refusal 401
 */
function assertAccessToken(payload: JWTPayload, isKnown: (client: unknown) => boolean): void {
  const clients = clientClaims.flatMap((name) => (payload[name] === undefined ? [] : [payload[name]]));
  const isOurs = clients.length > 0 && clients.every(isKnown);
  const isIdToken =
    idTokenClaims.some((name) => payload[name] !== undefined) || ["ID", "Refresh"].includes(String(payload.typ));
  if (isIdToken || !isOurs) throw unauthenticated(signInAgain);
}

interface Metadata {
  keys: JWTVerifyGetKey;
  issuer: string;
  introspectionEndpoint?: string;
}
type RemoteAuthority = () => Promise<Metadata>;

const discoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  introspection_endpoint: z.url().optional(),
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
    };
  };
  return () => {
    pending ??= discover().catch(() => {
      pending = undefined;
      throw new Refusal(503, "The sign-in service cannot be reached. Please try again shortly.");
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

/** Token introspection (RFC 7662). */
async function introspect(
  metadata: Metadata,
  token: string,
  { clientId, clientSecret, audience }: Options,
): Promise<JWTPayload> {
  if (!metadata.introspectionEndpoint) throw unauthenticated(signInAgain);
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString(
    "base64",
  );
  const response = await fetch(metadata.introspectionEndpoint, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token, token_type_hint: "access_token" }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  const answer = introspection.safeParse(response?.ok ? await response.json().catch(() => undefined) : undefined);
  if (!answer.success) throw new Refusal(503, "The sign-in service cannot be reached. Please try again shortly.");
  const { active, aud, client_id, iss, sub, email, email_verified, auth_time, acr } = answer.data;
  const isForUs =
    [aud ?? []].flat().includes(audience) && client_id === clientId && (iss === undefined || iss === metadata.issuer);
  if (!active || !isForUs) throw unauthenticated(signInAgain);
  return { sub, email, email_verified, auth_time, acr };
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
