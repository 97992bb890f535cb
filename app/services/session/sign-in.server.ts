/** Sign-in and sign-out at the OpenID provider. */
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { paths, samePath } from "#app/lib/paths.ts";
import { ApiRefusal, callOperation } from "#app/services/request/api.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { log } from "#app/services/request/log.server.ts";
import { users } from "#contract/users/operations.ts";
import { againParameter, authenticate, endSessionUrl, oauthCookie, revokeTokens } from "./identity.server.ts";
import { cookieName, serializeCookie } from "./sealed-cookie.server.ts";
import { endSession, isOver, sessionOf, startSession, TokensTooLarge } from "./session.server.ts";
import type { SignedIn } from "./signed-in.ts";
import { stepUpParameters } from "./step-up.server.ts";

const returnCookie = cookieName("return");
const tenMinutes = 600;

export async function beginSignIn(call: Call): Promise<Response> {
  const wanted = samePath(call.url.searchParams.get("redirect"), paths.suppliers());
  const begin = new URL(paths.login(wanted).split("?")[0] ?? "", call.url);
  for (const [name, value] of stepUpParameters(call.url)) begin.searchParams.set(name, value);
  if (call.url.searchParams.has(againParameter) || isOver(await sessionOf(call.state)))
    begin.searchParams.set(againParameter, "1");
  const toAuthority = await redirectOf(authenticate(new Request(begin, { headers: call.request.headers })));
  const state = new URL(toAuthority.headers.get("location") ?? "").searchParams.get("state");
  // One cookie for each attempt, so that several tabs can sign in at once.
  call.state.pendingCookies.push(serializeCookie(`${returnCookie}-${state}`, encodeURIComponent(wanted), tenMinutes));
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
function wantedAtFirst(cookie: string | undefined): string {
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
export async function completeSignIn(call: Call): Promise<NotSignedIn> {
  const parameters = call.url.searchParams;
  const state = parameters.get("state") ?? "";
  const returnName = `${returnCookie}-${state}`;
  const wanted = wantedAtFirst(call.state.cookies.get(returnName));
  for (const [name, value] of call.state.cookies) {
    // Only the cookies of this attempt: another tab may be signing in.
    const isOfAuthenticator = name.startsWith(`${oauthCookie}:`) && value.includes(state);
    if (isOfAuthenticator || name === returnName) call.state.pendingCookies.push(serializeCookie(name, "", 0));
  }
  // A signed-in user followed a link to this page or typed its address.
  if (state === "" && (await sessionOf(call.state)).status === "live") throw redirect(paths.home());
  if (state === "") return { problem: "This page is where sign-in comes back to. It can't be opened by itself." };
  try {
    const signedIn = await authenticate(call.request);
    const refusal = await refusedByApi(signedIn);
    if (refusal) {
      log.warn({ reason: refusal.problem, subject: signedIn.subject }, "sign-in failed");
      endSession(call.state);
      await revokeTokens(signedIn.tokens);
      return refusal;
    }
    await startSession(call.state, signedIn);
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
    if (error.status === 401) return { problem: error.words ?? noAccount, isLasting: true, unknown: { email } };
    if (error.status === 431) return tooLarge;
  }
  return undefined;
}

const noAccount = "There is no active account here with your email address. Please ask an administrator to add it.";

/**
 * Ends the session at the API, revokes the tokens, deletes the session here, and redirects to the provider to end its
 * session.
 */
export async function signOut(call: Call): Promise<Response> {
  const response = await leave(call);
  // Not "cookies": that would also delete the provider's on the same host and other ports. Our own are deleted one by
  // one.
  response.headers.set("clear-site-data", '"cache", "storage"');
  return response;
}

/** From now on the API rejects the session's tokens, even from a copied cookie. */
async function endAtApi(call: Call): Promise<void> {
  try {
    await call.api(users.signOut, { Id: randomUUID() });
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "the API could not be told of a sign-out");
  }
}

async function leave(call: Call): Promise<Response> {
  const session = await sessionOf(call.state);
  if (session.status === "live") await endAtApi(call);
  endSession(call.state);
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
