/** Users with a second factor, in the built-in sign-in. */
import { expect } from "vitest";
import { codeOf } from "#tests/support/authenticator.ts";
import { type Browser, password, type TestServer, type TestServers, tokensOf, toSignIn } from "./identity.ts";

export const secondFactorUrl = ({ identity }: TestServer) => `${identity.issuer}/profile/second-factor`;

/** Returns the secret that the page shows for the app. */
export function secretIn(page: string): string {
  const [, typed = ""] = /type this key into the app: <code>([A-Z2-7 ]+)<\/code>/.exec(page) ?? [];
  expect(typed).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  return typed.replaceAll(" ", "");
}

export const recoveryCodesIn = (page: string): string[] =>
  [...page.matchAll(/<li><code>([^<]+)<\/code><\/li>/g)].map(([, code = ""]) => code);

/** Opens the page for setting up an app. */
export async function beginSetup(at: TestServer, browser: Browser) {
  const begun = await browser.post(`${secondFactorUrl(at)}/app`, {});
  const url = new URL(begun.headers.get("location") ?? "", at.identity.issuer).href;
  const page = await (await browser.open(url)).text();
  return { url, page, secret: secretIn(page) };
}

/** Sets up an authenticator app in a signed-in browser. */
export async function setUpApp(at: TestServer, browser: Browser) {
  const { url, secret } = await beginSetup(at, browser);
  const done = await browser.post(url, { password, code: codeOf(secret) });
  expect(done.status).toBe(200);
  return { secret, codes: recoveryCodesIn(await done.text()) };
}

/** Marks every code of the user's app as unused, so that tests need not wait for the next one. */
export async function letCodesWorkAgain({ database }: TestServers, userId: number): Promise<void> {
  await database.script("update authenticator_apps set last_step = 0 where user_id = $1", [userId]);
}

/** Signs in up to the page that asks for the second factor. */
export async function passPassword(at: TestServer, email: string) {
  const { browser, client, url } = await toSignIn(at);
  const answer = await browser.post(url, { email, password });
  expect(answer.status).toBe(303);
  return { browser, client, url: new URL(answer.headers.get("location") ?? "", url).href };
}

/** Signs in with the password and a code, or a recovery code. */
export async function signInWith(at: TestServer, email: string, fields: { code?: string; recovery?: string }) {
  const { browser, client, url } = await passPassword(at, email);
  const answer = await browser.post(url, fields as Record<string, string>);
  expect(answer.status).toBe(303);
  const { url: callback } = await browser.follow(answer, url);
  return { browser, client, tokens: await tokensOf(await client.exchange(callback)) };
}
