/**
 * Sign-out at the provider. The user is asked for confirmation unless the request certainly comes from the back office,
 * because any page could link here.
 */
import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import { endSignIn, signInOf } from "#api/core/access/grants.ts";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import type { IdentityPages } from "#api/modules/identity/pages/index.ts";
import { cookieNames } from "./cookie-names.ts";

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
 * True if the request carries an id token of this session's user, or if the client has already revoked the session's
 * grant with its secret: then there is nothing to confirm, and no token needs to be in the URL.
 */
async function isRequestedByClient({ oidc }: KoaContextWithOIDC, clientId: string): Promise<boolean> {
  const { session, provider, client } = oidc;
  if (!session || client?.clientId !== clientId) return false;
  if (oidc.entities.IdTokenHint) return oidc.entities.IdTokenHint.payload.sub === session.accountId;
  const grantId = session.grantIdFor(clientId);
  return grantId !== undefined && (await provider.Grant.find(grantId)) === undefined;
}

/**
 * Without a session the provider would send a page that submits itself by script, which our policy forbids. There is
 * nothing to sign out of, so this redirects at once.
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
    // The row is deleted already; this also prevents the provider from writing it again.
    await session.destroy();
    const names = cookieNames(config, new URL(provider.issuer).pathname);
    context.cookies.set(names.session, null, { path: names.path, overwrite: true });
  }
  context.redirect(returnAddress(context));
  context.status = 303;
}

/** The provider has checked the URL against the registered ones, and removed it if no client is named. */
function returnAddress({ oidc }: KoaContextWithOIDC): string {
  const { params } = oidc;
  if (typeof params?.post_logout_redirect_uri !== "string") return oidc.urlFor("end_session_success");
  const address = new URL(params.post_logout_redirect_uri);
  if (typeof params.state === "string") address.searchParams.set("state", params.state);
  return address.href;
}
