/** Bearer tokens of any OpenID authority: signed ones are checked by its keys, opaque ones by asking it. */
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { Refusal, unauthenticated } from "../http/refusal.ts";

/** Who a token speaks for: the built-in provider names our user, another one names a mail address. */
export interface Identified {
  userId?: number;
  email?: string;
}

export type VerifyToken = (token: string) => Promise<Identified>;

interface Options {
  authority: string;
  /** What tokens must be made for; undefined accepts any audience of the authority. */
  audience: string | undefined;
  clientId: string;
  clientSecret: string;
  /** The built-in provider's own keys; without them the authority's are fetched. */
  keys?: JSONWebKeySet;
}

/** Signatures only: never `none`, never a shared secret. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const signInAgain = "Your sign-in has ended. Please sign in again.";

export function tokenVerifier(options: Options): VerifyToken {
  const authority = options.keys ? undefined : remoteAuthority(options.authority);
  const localKeys = options.keys && createLocalJWKSet(options.keys);
  const known = recentTokens();
  return async (token) => {
    const seen = known.get(token);
    if (seen) return seen;
    if (token.split(".").length !== 3) {
      if (!authority) throw unauthenticated(signInAgain);
      return identified(await introspect(await authority(), token, options), false);
    }
    const keys: JWTVerifyGetKey = localKeys ?? (await (authority as RemoteAuthority)()).keys;
    const payload = await verify(token, keys, options);
    return known.keep(token, payload.exp ?? 0, identified(payload, options.keys !== undefined));
  };
}

const mostKnown = 2_000;

/**
 * Signatures that were checked and whose tokens are not over: the same token comes with every call of a page. What its
 * user may do is looked at each time all the same.
 */
function recentTokens() {
  const entries = new Map<string, { until: number; who: Identified }>();
  return {
    get(token: string): Identified | undefined {
      const entry = entries.get(token);
      return entry && entry.until > Date.now() ? entry.who : undefined;
    },
    keep(token: string, expires: number, who: Identified): Identified {
      if (entries.size >= mostKnown) entries.delete(entries.keys().next().value as string);
      entries.set(token, { until: expires * 1000, who });
      return who;
    },
  };
}

async function verify(token: string, keys: JWTVerifyGetKey, { authority, audience }: Options): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, { issuer: authority, audience, algorithms, clockTolerance: 5, requiredClaims: ["exp"] });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || error instanceof TypeError)
      throw new Refusal(503, "The sign-in service cannot be reached. Please try again shortly.");
    throw unauthenticated(signInAgain);
  }
}

interface Metadata {
  keys: JWTVerifyGetKey;
  introspectionEndpoint?: string;
}
type RemoteAuthority = () => Promise<Metadata>;

const discoveryDocument = z.object({ jwks_uri: z.url(), introspection_endpoint: z.url().optional() });

/** The authority's document, fetched when first needed; a failure is forgotten, so that the next request tries again. */
function remoteAuthority(authority: string): RemoteAuthority {
  let pending: Promise<Metadata> | undefined;
  const discover = async (): Promise<Metadata> => {
    const response = await fetch(`${authority}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(5_000) });
    const document = discoveryDocument.parse(await response.json());
    return { keys: createRemoteJWKSet(new URL(document.jwks_uri)), introspectionEndpoint: document.introspection_endpoint };
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
  username: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
});

/** RFC 7662. */
async function introspect(metadata: Metadata, token: string, { clientId, clientSecret, audience }: Options): Promise<JWTPayload> {
  if (!metadata.introspectionEndpoint) throw unauthenticated(signInAgain);
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString("base64");
  const response = await fetch(metadata.introspectionEndpoint, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}`, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token, token_type_hint: "access_token" }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  const answer = introspection.safeParse(response?.ok ? await response.json().catch(() => undefined) : undefined);
  if (!answer.success) throw new Refusal(503, "The sign-in service cannot be reached. Please try again shortly.");
  const audiences = [answer.data.aud ?? []].flat();
  if (!answer.data.active || (audience !== undefined && !audiences.includes(audience))) throw unauthenticated(signInAgain);
  return { sub: answer.data.sub, email: answer.data.email ?? answer.data.username };
}

function identified(payload: JWTPayload, isBuiltIn: boolean): Identified {
  if (isBuiltIn) return { userId: Number(payload.sub) };
  // An address that the authority has not verified could be anybody's.
  if (typeof payload.email === "string" && payload.email_verified !== false) return { email: payload.email };
  throw unauthenticated("Your sign-in does not say which mail address you have. Please ask your administrator.");
}
