/** Opens and seals the session cookies of the back office with its own code. */
import type { BrowserContext } from "@playwright/test";
import type { SignedIn } from "#app/services/session/signed-in.ts";
import type { SignInState } from "./accounts.ts";

/** Imported late, because it reads the secrets of the product, which does not run while tests are only listed. */
async function sessionCookie() {
  const { sealedCookie } = await import("#app/services/session/sealed-cookie.server.ts");
  return sealedCookie<SignedIn>("session", { maxChunks: 6 });
}

export async function openSession({ cookies }: Pick<SignInState, "cookies">): Promise<SignedIn> {
  const cookie = await sessionCookie();
  const session = await cookie.open(new Map(cookies.map(({ name, value }) => [name, value])));
  if (!session) throw new Error("Nobody is signed in.");
  return session;
}

/** Makes the session look as if hours had passed: the access token has expired, and there is no refresh token. */
export async function letSessionExpire(context: BrowserContext): Promise<void> {
  const aMinuteAgo = Math.floor(Date.now() / 1000) - 60;
  const ended = { refresh: undefined, expiresAt: aMinuteAgo, renewAt: aMinuteAgo };
  await changeSession(context, (session) => ({ ...session, tokens: { ...session.tokens, ...ended } }));
}

/** Makes the session look as if the user had signed in that many minutes earlier and been active since. */
export async function letSessionAge(context: BrowserContext, minutes: number): Promise<void> {
  await changeSession(context, (session) => ({ ...session, startedAt: session.startedAt - minutes * 60 }));
}

async function changeSession(context: BrowserContext, change: (session: SignedIn) => SignedIn): Promise<void> {
  const session = await openSession({ cookies: await context.cookies() });
  const cookie = await sessionCookie();
  const lines = (await cookie.seal(change(session), new Map())) ?? [];
  const url = process.env.PUBLIC_URL ?? "";
  await context.clearCookies({ name: /^session/ });
  await context.addCookies(
    lines.map((line) => {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      return { name, value, url, httpOnly: true, sameSite: "Lax" as const };
    }),
  );
}
