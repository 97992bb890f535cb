/**
 * Carries the secret of a new key to the page that shows it: sealed in a cookie that the page deletes, so that it is
 * shown once, with and without scripts, and not again by Back or by reloading.
 */
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { sealedCookie } from "#app/services/session/sealed-cookie.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";

interface NewSecret {
  keyId: number;
  secret: string;
  /** The user who may see the secret; others who sign in to this browser may not. */
  subject: string;
}

const cookie = sealedCookie<NewSecret>("key-secret", { maxChunks: 1, maxAgeSeconds: 5 * 60 });

async function subjectOf({ state }: RequestContext): Promise<string | undefined> {
  const session = await sessionOf(state);
  return session.status === "live" ? session.signedIn.subject : undefined;
}

export async function keepSecret(context: RequestContext, keyId: number, secret: string): Promise<void> {
  const subject = await subjectOf(context);
  if (subject === undefined) return;
  const lines = await cookie.seal({ keyId, secret, subject }, context.state.cookies);
  context.state.pendingCookies.push(...(lines ?? []));
}

/** Returns the secret of this key, and deletes it from the browser. */
export async function takeSecret(context: RequestContext, keyId: number): Promise<string | undefined> {
  const found = await cookie.open(context.state.cookies);
  if (found?.keyId !== keyId || found.subject !== (await subjectOf(context))) return undefined;
  context.state.pendingCookies.push(...cookie.clear(context.state.cookies));
  return found.secret;
}
