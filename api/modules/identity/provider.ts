/**
 * Settings of the OpenID provider. People sign in to the back office, which is a confidential client, and on the
 * reference page of the API (`reference-client.ts`). Both are our own, so they are not asked for consent. Machines sign
 * in with keys (`key-clients.ts`).
 *
 * Refresh tokens are rotated: each use issues a new one, and reuse of an old one ends the grant as theft. The back
 * office refreshes from several requests and processes at once, so a token is accepted again for a short while after
 * its first use (`refreshOverlap`, see `payload-store.ts`). Refresh tokens and browser sessions expire after `idle`
 * without use; a sign-in with everything that came from it ends after `signIn`.
 */
import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { keyIdIn } from "#api/core/access/keys.ts";
import { twoFactors } from "#api/core/access/second-factor.ts";
import { grantClaim, referenceClientId } from "#api/core/access/tokens.ts";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { refusalOf } from "#api/core/database/database-refusal.ts";
import type { IdentityPages } from "#api/modules/identity/pages/index.ts";
import { payloadStore } from "#api/modules/identity/payload-store.ts";
import { keyScopes } from "#contract/keys/scopes.ts";
import { accountFinder, claimsByScope } from "./accounts.ts";
import { cookieNames } from "./cookie-names.ts";
import { goesOn, stepUpReason } from "./interactions.ts";
import { compareSecretsByDigest, keyTokenSeconds } from "./key-clients.ts";
import type { IdentityKeys } from "./keys.ts";
import { referenceClient } from "./reference-client.ts";
import { signOutSettings, skipSignOutWithoutSession } from "./sign-out.ts";

/** All in seconds. */
export interface Lifetimes {
  accessToken: number;
  refreshOverlap: number;
  /** Idle timeout of the provider's session and its refresh tokens. */
  idle: number;
  /** Everything that comes from one sign-in. */
  signIn: number;
  /** The sign-in page, from the redirect to the right password. */
  signInPage: number;
}

export function lifetimesOf({ session }: Config): Lifetimes {
  const idle = session.idleMinutes * 60;
  return {
    accessToken: Math.min(10 * 60, idle / 2),
    refreshOverlap: 30,
    idle,
    signIn: session.maxMinutes * 60,
    signInPage: 60 * 60,
  };
}

interface Parts {
  config: Config;
  database: Database;
  keys: IdentityKeys;
  pages: IdentityPages;
  lifetimes: Lifetimes;
}

export function makeProvider(parts: Parts): Provider {
  const { config, database, pages } = parts;
  const provider = new Provider(config.oidc.authority, { ...policy(parts), ...storage(parts) });
  // The plugin writes the configured public address into the forwarding headers, see `guard.ts`.
  provider.proxy = true;
  compareSecretsByDigest(provider);
  skipSignOutWithoutSession(provider, config, database.db);
  provider.use(async (context, next) => {
    await next();
    if (context.status !== 404 || context.body) return;
    context.status = 404;
    context.type = "html";
    context.body = pages.notFound();
  });
  return provider;
}

/** Clients, scopes and claims. */
function policy(parts: Parts): Configuration {
  const { config, database, pages } = parts;
  return {
    acrValues: [twoFactors],
    allowOmittingSingleRegisteredRedirectUri: false,
    claims: claimsByScope,
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    // Browsers name the origin also of requests to the same origin, and a public client sends them from its page.
    clientBasedCORS: (_context, origin, { clientId }) =>
      clientId === referenceClientId && origin === new URL(config.apiPublicUrl).origin,
    clients: [ourClient(config), referenceClient(config)],
    // Access tokens are for the API and not accepted at the userinfo endpoint, so the id token carries name and
    // address.
    conformIdTokenClaims: false,
    expiresWithSession: (_context, code) => !code.scopes.has("offline_access"),
    extraTokenClaims: ({ oidc }, token) => ({
      email: oidc.entities.Account?.email,
      [grantClaim]: "grantId" in token ? token.grantId : undefined,
      ...proofOf(oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken),
    }),
    features: features(parts),
    findAccount: accountFinder(database.db),
    interactions: { policy: signInPolicy(), url: (_context, { uid }) => `${publicPath(config)}/interaction/${uid}` },
    issueRefreshToken: (_context, client, code) =>
      client.grantTypeAllowed("refresh_token") && code.scopes.has("offline_access"),
    loadExistingGrant: firstPartyGrant(parts),
    pkce: { required: () => true },
    renderError(context, _out, error) {
      context.type = "html";
      context.status = refusalOf(error)?.status ?? context.status;
      context.body = pages.failure(error);
    },
    responseTypes: ["code"],
    rotateRefreshToken: true,
    scopes: ["openid", "offline_access"],
  };
}

/** When and how the user authenticated, for operations that require a recent proof (RFC 9470). */
const proofOf = (source: { authTime?: number; acr?: string } | undefined) => ({
  auth_time: source?.authTime,
  acr: source?.acr,
});

/** Storage, keys and lifetimes. */
function storage({ config, database, keys, lifetimes }: Parts): Configuration {
  const names = cookieNames(config, publicPath(config));
  return {
    adapter: payloadStore(database, lifetimes),
    cookies: {
      keys: keys.cookies,
      long: { httpOnly: true, sameSite: "lax", path: names.path },
      names: { session: names.session, interaction: names.interaction, resume: names.resume },
      short: { httpOnly: true, sameSite: "lax" },
    },
    jwks: { keys: keys.signing },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: 60,
      Grant: lifetimes.signIn,
      IdToken: 60 * 60,
      Interaction: lifetimes.signInPage,
      RefreshToken: lifetimes.idle,
      // Lifetime of the cookie. The stored session ends earlier if unused, see `payload-store.ts`.
      Session: lifetimes.signIn,
    },
  };
}

const publicPath = ({ oidc }: Config) => new URL(oidc.authority).pathname;

function ourClient({ oidc, publicUrl }: Config) {
  return {
    client_id: oidc.clientId,
    client_secret: oidc.clientSecret,
    // The back office computes a session's age from this claim.
    require_auth_time: true,
    client_name: "Countinghouse",
    redirect_uris: [`${publicUrl}/auth-callback`],
    post_logout_redirect_uris: [`${publicUrl}/logged-out`],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code" as const],
    response_modes: ["query"],
    // If registered for Basic, the provider also accepts client_secret_post.
    token_endpoint_auth_method: "client_secret_basic" as const,
  };
}

function features({ config, database, pages, lifetimes }: Parts): Configuration["features"] {
  const audience = config.oidc.audience ?? `${config.apiPublicUrl}/api`;
  return {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    introspection: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
    revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      useGrantedResource: () => true,
      getResourceServerInfo(_context, resource, client) {
        if (resource !== audience) throw new errors.InvalidTarget();
        // A token may be requested for some scopes of a key alone; the API compares them with those of the key.
        if (keyIdIn(client.clientId) !== undefined)
          return { scope: keyScopes.join(" "), audience, accessTokenFormat: "jwt", accessTokenTTL: keyTokenSeconds };
        // No scope of its own: the API decides what the caller may do from the user's roles.
        return { scope: "", audience, accessTokenFormat: "jwt", accessTokenTTL: lifetimes.accessToken };
      },
    },
    rpInitiatedLogout: { enabled: true, ...signOutSettings(config, database.db, pages) },
  };
}

/** Requests may ask for consent, which is always granted. */
function signInPolicy() {
  const policy = interactionPolicy.base();
  policy.get("consent")?.checks.clear();
  policy.get("login")?.checks.add(accountGone);
  policy.get("login")?.checks.add(secondFactorMissing);
  return policy;
}

/** Requires a new sign-in if the user was deactivated or locked meanwhile. */
const accountGone = new interactionPolicy.Check(
  "account_gone",
  "the account of the session may not sign in",
  "login_required",
  ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
);

/** Requires a new sign-in if the client asks for a second factor and the session began without one. */
const secondFactorMissing = new interactionPolicy.Check(
  stepUpReason,
  "a second factor is required",
  "login_required",
  ({ oidc }) => {
    const wanted = typeof oidc.params?.acr_values === "string" ? oidc.params.acr_values.split(" ") : [];
    return (
      wanted.includes(twoFactors) &&
      oidc.session?.accountId !== undefined &&
      oidc.acr !== twoFactors &&
      !oidc.result?.login
    );
  },
);

/**
 * OpenID Connect grants `offline_access` only to requests that also ask for consent. Our client gets it without asking,
 * so this adds the consent prompt.
 * @param address path and query of a request to the provider
 */
export function withConsent(address: string): string {
  const start = "/auth?";
  if (!address.startsWith(start)) return address;
  const parameters = new URLSearchParams(address.slice(start.length));
  const wanted = (name: string) => new Set((parameters.get(name) ?? "").split(" ").filter(Boolean));
  const prompts = wanted("prompt");
  if (!wanted("scope").has("offline_access") || prompts.has("none")) return address;
  parameters.set("prompt", [...prompts.add("consent")].join(" "));
  return `${start}${parameters}`;
}

/**
 * Grants our own clients what they ask for. A new sign-in starts a new grant, so that a grant is as old as its sign-in; a
 * repeated second factor belongs to the same sign-in.
 */
function firstPartyGrant({ lifetimes }: Parts) {
  return async ({ oidc }: KoaContextWithOIDC) => {
    const { provider, session, account, client } = oidc;
    const clientId = client?.clientId ?? "";
    const isNew = oidc.result?.login && !oidc.result[goesOn];
    const grantId = isNew ? undefined : session?.grantIdFor(clientId);
    const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    if (existing) return existing;
    const now = Math.floor(Date.now() / 1000);
    const expiresIn = Math.max(1, (session?.loginTs ?? now) + lifetimes.signIn - now);
    const grant = Object.assign(new provider.Grant({ accountId: account?.accountId, clientId }), { expiresIn });
    grant.addOIDCScope("openid profile email offline_access");
    await grant.save();
    return grant;
  };
}
