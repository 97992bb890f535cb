/**
 * The session of the person at the browser: their tokens, sealed in cookies. No token ever reaches a page.
 *
 * - `none`: never signed in (or signed out) in this browser.
 * - `live`: there is an access token to call the API with.
 * - `expired`: the session was idle for too long, is too old or cannot be renewed; the page shows the logged-out alert.
 */
import { env } from "#app/services/request/environment.server.ts";
import { log } from "#app/services/request/log.server.ts";
import type { RequestState } from "#app/services/request/request-state.server.ts";
import { renewTokens } from "./identity.server.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";
import type { Session, SignedIn } from "./signed-in.ts";

const cookie = sealedCookie<SignedIn>("session", { maxChunks: 6 });
/** While a session is in use its tokens are renewed at least this often, which records its last use. */
const renewAfterSeconds = env.sessionIdle / 8;

const now = () => Math.floor(Date.now() / 1000);

export function sessionOf(state: RequestState): Promise<Session> {
  state.session ??= load(state);
  return state.session;
}

async function load(state: RequestState): Promise<Session> {
  const signedIn = await cookie.open(state.cookies);
  if (!signedIn) return { status: "none" };
  if (endOf(signedIn) <= now()) return { status: "expired", signedIn };
  const isFresh = now() < signedIn.tokens.renewAt;
  const isSeen = now() - signedIn.seenAt < renewAfterSeconds;
  if (isFresh && isSeen) return { status: "live", signedIn };
  // Tokens without a refresh token are kept until they expire.
  if (isFresh && !signedIn.tokens.refresh) return recordUse(state, signedIn);
  return renew(state, signedIn);
}

/**
 * Returns when the session ends unless it is used again, in seconds since 1970. Sessions without timestamps, from older
 * versions, have ended.
 */
const endOf = ({ startedAt = 0, seenAt = 0 }: SignedIn) => Math.min(seenAt + env.sessionIdle, lastEndOf(startedAt));
const lastEndOf = (startedAt: number) => startedAt + env.sessionMax;

/** Returns true for a session that was idle for too long or is too old: the user must sign in again. */
export const isOver = (session: Session) => session.status === "expired" && endOf(session.signedIn) <= now();

/** Returns the end of the session's maximum age if it is near; for the warning. */
export async function soonEnd(state: RequestState): Promise<Date | undefined> {
  const session = await sessionOf(state);
  if (session.status !== "live") return undefined;
  const end = lastEndOf(session.signedIn.startedAt);
  return end - now() <= Math.min(15 * 60, env.sessionMax / 4) ? new Date(end * 1000) : undefined;
}

async function recordUse(state: RequestState, signedIn: SignedIn): Promise<Session> {
  const used = { ...signedIn, seenAt: now() };
  await keep(state, used);
  return { status: "live", signedIn: used };
}

/** A failed renewal is logged, and the session continues until the token expires. */
async function renew(state: RequestState, signedIn: SignedIn): Promise<Session> {
  const isOver = signedIn.tokens.expiresAt <= now();
  const result = await renewTokens(signedIn.tokens);
  if (result.outcome === "renewed") {
    return recordUse(state, { ...signedIn, tokens: result.tokens });
  }
  log.warn({ reason: result.reason, subject: signedIn.subject }, "silent renewal failed");
  // An unreachable provider does not end the session: the API decides whether the token is valid.
  return isOver && result.outcome === "refused" ? { status: "expired", signedIn } : { status: "live", signedIn };
}

/** The tokens do not fit into the cookies that a browser sends. */
export class TokensTooLarge extends Error {}

async function keep(state: RequestState, signedIn: SignedIn): Promise<void> {
  const lines = await cookie.seal(signedIn, state.cookies);
  if (!lines) throw new TokensTooLarge("The tokens of this authority are too large for a session.");
  state.pendingCookies.push(...lines);
}

/** @throws TokensTooLarge */
export async function startSession(state: RequestState, signedIn: SignedIn): Promise<void> {
  await keep(state, signedIn);
  state.session = Promise.resolve({ status: "live", signedIn });
}

/**
 * Called after the API answered 401 to this access token. It may have ended before its time: the provider did not state
 * its lifetime, has withdrawn it, or the API's clock is ahead of the provider's.
 * @returns true if the session has a new access token
 */
export async function renewRefused(state: RequestState, refused: string): Promise<boolean> {
  const session = await sessionOf(state);
  if (session.status !== "live") return false;
  const { tokens } = session.signedIn;
  // Another API request of this page has already renewed it.
  if (tokens.access !== refused) return true;
  const result = await renewTokens(tokens);
  if (result.outcome !== "renewed") return false;
  state.session = recordUse(state, { ...session.signedIn, tokens: result.tokens });
  await state.session;
  return true;
}

/** Called after a 401 of the API. The session stays known, so that the page can say that it ended. */
export async function markExpired(state: RequestState): Promise<void> {
  const session = await sessionOf(state);
  if (session.status === "live") state.session = Promise.resolve({ status: "expired", signedIn: session.signedIn });
}

export function endSession(state: RequestState): void {
  state.session = Promise.resolve({ status: "none" });
  state.pendingCookies.push(...cookie.clear(state.cookies));
}
