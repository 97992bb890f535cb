/**
 * Signing out at the provider. The user is asked only when it is not certain that the back office sent them:
 * somebody else's page could link here.
 */
import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { Config } from "#api/config.ts";
import type { Db } from "#api/database/connection.ts";
import type { IdentityPages } from "#api/identity/pages/index.ts";
import { cookieNames } from "./cookie-names.ts";
import { endSignIn, signInOf } from "./payload-store.ts";

export function signOutSettings(config: Config, db: Db, pages: IdentityPages) {
  return {
    async logoutSource(context: KoaContextWithOIDC, form: string): Promise<void> {
      if (await isRequestedByClient(context, config.oidc.clientId)) await signOut(context, config, db);
      else context.body = pages.askSignOut(form);
    },
    postLogoutSuccessSource(context: KoaContextWithOIDC): void {
      context.type = "html";
      context.body = pages.signedOut();
    },
  };
}

/**
 * True when the request carries an id token of this session's user, or when the client has already revoked the
 * session's grant itself, with its secret: then there is nothing left to ask, and no token has to be in the address.
 */
async function isRequestedByClient({ oidc }: KoaContextWithOIDC, clientId: string): Promise<boolean> {
  const { session, provider, client } = oidc;
  if (!session || client?.clientId !== clientId) return false;
  if (oidc.entities.IdTokenHint) return oidc.entities.IdTokenHint.payload.sub === session.accountId;
  const grantId = session.grantIdFor(clientId);
  return grantId !== undefined && (await provider.Grant.find(grantId)) === undefined;
}

/**
 * Without a session the provider would send a page that posts itself by script, which our policy forbids and which
 * is not needed: there is nothing to sign out of.
 */
export function skipSignOutWithoutSession(provider: Provider, config: Config, db: Db): void {
  provider.use(async (context, next) => {
    await next();
    if (isSignOut(context) && context.status === 200 && !context.oidc.session?.accountId)
      await signOut(context, config, db);
  });
}

function isSignOut(context: object): context is KoaContextWithOIDC {
  return "oidc" in context && (context as KoaContextWithOIDC).oidc.route === "end_session";
}

async function signOut(context: KoaContextWithOIDC, config: Config, db: Db): Promise<void> {
  const { session, provider } = context.oidc;
  if (session) {
    await endSignIn(db, signInOf(session));
    // The row is gone already; this also keeps the provider from writing it again.
    await session.destroy();
    const names = cookieNames(config, new URL(provider.issuer).pathname);
    context.cookies.set(names.session, null, { path: names.path, overwrite: true });
  }
  context.redirect(returnAddress(context));
  context.status = 303;
}

/** The provider has checked the address against the registered ones, and removed it when no client is named. */
function returnAddress({ oidc }: KoaContextWithOIDC): string {
  const { params } = oidc;
  if (typeof params?.post_logout_redirect_uri !== "string") return oidc.urlFor("end_session_success");
  const address = new URL(params.post_logout_redirect_uri);
  if (typeof params.state === "string") address.searchParams.set("state", params.state);
  return address.href;
}
