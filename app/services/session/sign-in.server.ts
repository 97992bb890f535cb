/** Sign-in and sign-out at the OpenID provider. */
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { paths, samePath, withParams } from "#app/lib/paths.ts";
import { ApiRefusal, callOperation } from "#app/services/request/api.server.ts";
import { log } from "#app/services/request/log.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { signInSeconds } from "#contract/rules/sign-in.ts";
import { users } from "#contract/users/operations.ts";
import { againParameter, authenticate, endSessionUrl, oauthCookie, revokeTokens } from "./identity.server.ts";
import { cookieName, serializeCookie } from "./sealed-cookie.server.ts";
import { endSession, isOver, sessionOf, startSession, TokensTooLarge } from "./session.server.ts";
import type { SignedIn } from "./signed-in.ts";
import { stepUpParameters } from "./step-up.server.ts";

const returnCookie = cookieName("return");
/** Marks for a minute that a sign-in has started again by itself, which it does once. */
const restartCookie = cookieName("restart");
const restartParameter = "restart";

export async function beginSignIn(context: RequestContext): Promise<Response> {
  const wanted = samePath(context.url.searchParams.get("redirect"), paths.suppliers());
  const begin = new URL(paths.login(wanted).split("?")[0] ?? "", context.url);
  for (const [name, value] of stepUpParameters(context.url)) begin.searchParams.set(name, value);
  if (context.url.searchParams.has(againParameter) || isOver(await sessionOf(context.state)))
    begin.searchParams.set(againParameter, "1");
  const toAuthority = await redirectOf(authenticate(new Request(begin, { headers: context.request.headers })));
  const state = new URL(toAuthority.headers.get("location") ?? "").searchParams.get("state");
  // One cookie for each attempt, so that several tabs can sign in at once.
  context.state.pendingCookies.push(
    serializeCookie(`${returnCookie}-${state}`, encodeURIComponent(wanted), signInSeconds),
  );
  return toAuthority;
}

/** The authenticator throws its redirect. */
async function redirectOf(attempt: Promise<unknown>): Promise<Response> {
  const thrown = await attempt.catch((error: unknown) => error);
  if (thrown instanceof Response) return thrown;
  log.error({ err: thrown }, "the authority cannot be reached");
  throw new ApiRefusal(503, "The sign-in service did not answer. Please try again in a moment.");
}

/** Returns the page that was requested when this sign-in began; the default page if the cookie is invalid. */
function initialTarget(cookie: string | undefined): string {
  try {
    return samePath(decodeURIComponent(cookie ?? ""), paths.suppliers());
  } catch {
    return paths.suppliers();
  }
}

interface NotSignedIn {
  /** The reason, as a message. */
  problem: string;
  /** Another attempt with the same account would fail as well. */
  isLasting?: true;
  /** The provider knows the user, but this site does not. */
  unknown?: { email: string };
}

/** @returns why sign-in failed; on success, throws a redirect to the requested page */
export async function completeSignIn(context: RequestContext): Promise<NotSignedIn> {
  const parameters = context.url.searchParams;
  const state = parameters.get("state") ?? "";
  const returnName = `${returnCookie}-${state}`;
  const wanted = initialTarget(context.state.cookies.get(returnName));
  // Only the cookies of this attempt: another tab may be signing in.
  const ofAttempt = [...context.state.cookies].filter(
    ([name, value]) => name === returnName || (name.startsWith(`${oauthCookie}:`) && value.includes(state)),
  );
  for (const [name] of ofAttempt) context.state.pendingCookies.push(serializeCookie(name, "", 0));
  // A signed-in user followed a link to this page or typed its address.
  if (state === "" && (await sessionOf(context.state)).status === "live") throw redirect(paths.home());
  if (state === "") return { problem: "This page is where sign-in comes back to. It can't be opened by itself." };
  if (ofAttempt.length === 0 && parameters.has("code")) await startAgain(context);
  try {
    const signedIn = await authenticate(context.request);
    const refusal = await refusedByApi(signedIn);
    if (refusal) {
      log.warn({ reason: refusal.problem, subject: signedIn.subject }, "sign-in failed");
      endSession(context.state);
      await revokeTokens(signedIn.tokens);
      return refusal;
    }
    await startSession(context.state, signedIn);
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "sign-in failed");
    if (error instanceof TokensTooLarge) return tooLarge;
    return {
      problem:
        parameters.get("error") === "access_denied"
          ? "The sign-in was cancelled."
          : "This sign-in took too long, or was already used.",
    };
  }
  throw redirect(wanted);
}

/**
 * The provider has signed somebody in, but this browser no longer knows of the attempt: it took too long or was used
 * before. A new attempt takes the provider's session and asks nothing. It must not go round in circles where the browser
 * stores no cookies, so the mark of the first time has to come back before anything starts.
 *
 * @throws a redirect, unless this is the second time
 */
async function startAgain({ url, state: { cookies, pendingCookies }, state }: RequestContext): Promise<void> {
  if ((await sessionOf(state)).status === "live") throw redirect(paths.home());
  const isMarked = cookies.has(restartCookie);
  const isRestart = url.searchParams.has(restartParameter);
  if (isMarked && isRestart) throw redirect(paths.login(paths.home()));
  if (isMarked || isRestart) return;
  pendingCookies.push(serializeCookie(restartCookie, "1", 60));
  throw redirect(withParams(`${url.pathname}${url.search}`, { [restartParameter]: "1" }));
}

const tooLarge: NotSignedIn = {
  problem:
    "The sign-in service sends more about you than a browser can store, often because an account is in very many groups. Please ask an administrator to have its tokens made smaller.",
  isLasting: true,
};

/**
 * Sends a first request to the API, which alone knows whether the account exists here. An unavailable API does not
 * reject the sign-in.
 */
async function refusedByApi({ tokens, key, email }: SignedIn): Promise<NotSignedIn | undefined> {
  try {
    await callOperation(users.permissions, {}, { token: tokens.access, session: key });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.status === 401) return { problem: error.reason ?? noAccount, isLasting: true, unknown: { email } };
    if (error.status === 431) return tooLarge;
  }
  return undefined;
}

const noAccount = "There is no active account here with your email address. Please ask an administrator to add it.";

/**
 * Ends the session at the API, revokes the tokens, deletes the session here, and redirects to the provider to end its
 * session.
 */
export async function signOut(context: RequestContext): Promise<Response> {
  const response = await endEverywhere(context);
  // Not "cookies": that would also delete the provider's on the same host and other ports. Our own are deleted one by
  // one.
  response.headers.set("clear-site-data", '"cache", "storage"');
  return response;
}

/** From now on the API rejects the session's tokens, even from a copied cookie. */
async function endAtApi(context: RequestContext): Promise<void> {
  try {
    await context.api(users.signOut, { Id: randomUUID() });
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "the API could not be told of a sign-out");
  }
}

async function endEverywhere(context: RequestContext): Promise<Response> {
  const session = await sessionOf(context.state);
  if (session.status === "live") await endAtApi(context);
  endSession(context.state);
  if (session.status === "none") return redirect(paths.loggedOut());
  const { tokens } = session.signedIn;
  try {
    // Revoked first: the provider then knows that this site requested the sign-out and does not ask for confirmation.
    await revokeTokens(tokens);
    return redirect((await endSessionUrl()) ?? paths.loggedOut());
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.message : "unknown" },
      "the authority could not be told of a sign-out",
    );
    return redirect(paths.loggedOut());
  }
}
