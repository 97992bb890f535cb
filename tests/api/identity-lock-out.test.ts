import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failedSignIns, signInLocks } from "#api/core/database/schema/index.ts";
import { signedInBrowser } from "#api/modules/identity/sign-in.ts";
import {
  alertIn,
  type Browser,
  Client,
  failToSignInAt,
  newTestServers,
  password,
  signInAt,
  type TestServer,
  type TestServers,
  tokensOf,
  toSignIn,
  wrongPasswordText,
} from "#tests/support/identity.ts";

const lockedWords = `${wrongPasswordText} After several failed attempts, signing in with this address is blocked from here. Try again in `;
const waitWords = `${wrongPasswordText} Please wait a moment before you try again.`;

let servers: TestServers;
let server: TestServer;

beforeAll(async () => {
  servers = await newTestServers();
  server = await servers.open();
}, 60_000);

afterAll(async () => {
  await server.app.close();
  await servers.database.close();
});

/** @returns the message on the page */
const attempt = async (email: string, typed: string) => alertIn(await failToSignInAt(server, email, typed));

/** Signs in with a browser that has signed in before. */
async function postIn(browser: Browser, email: string, typed: string) {
  const start = new Client(server).authorizeUrl();
  const { url } = await browser.follow(await browser.open(start), start);
  return { url, response: await browser.post(url, { email, password: typed }) };
}

async function signInIn(browser: Browser, email: string, typed: string): Promise<void> {
  const { url, response } = await postIn(browser, email, typed);
  expect((await browser.follow(response, url)).url).toContain("/auth-callback?code=");
}

async function failIn(browser: Browser, email: string, typed: string) {
  const { response } = await postIn(browser, email, typed);
  expect(response.status).toBe(422);
  return alertIn(await response.text());
}

const endLock = (email: string) =>
  servers.database.db
    .update(signInLocks)
    .set({ until: sql`now() - interval '1 second'` })
    .where(eq(signInLocks.userName, email.toLowerCase()));

async function failuresOf(email: string): Promise<number> {
  return servers.database.db.$count(failedSignIns, eq(failedSignIns.userName, email.toLowerCase()));
}

describe("after failed sign-ins", () => {
  it("the first five are answered immediately, and reset by the right password", async () => {
    const { email } = await servers.makeUser();
    for (let failure = 1; failure <= 5; failure++) expect(await attempt(email, "wrong")).not.toContain(waitWords);
    expect(await failuresOf(email)).toBe(5);
    await servers.haveFailed(email, 5, 2);
    await signInAt(server, email);
    expect(await failuresOf(email)).toBe(0);
  });

  it("each further one requires a longer wait, whether the account exists or not", async () => {
    const { email } = await servers.makeUser();
    for (const name of [email, "no.such.person@example.com"]) {
      for (const [failures, pause] of [
        [5, 2],
        [6, 4],
        [7, 8],
        [8, 16],
        [9, 30],
      ] as const) {
        await servers.haveFailed(name, failures, pause / 2);
        expect(await attempt(name.toUpperCase(), "wrong")).toContain(waitWords);
        await servers.haveFailed(name, failures, pause);
        const words = await attempt(name, "wrong");
        expect(words).toContain(failures === 9 ? lockedWords : wrongPasswordText);
        expect(words).not.toContain(waitWords);
      }
    }
  });

  it("an early attempt is not checked, not counted, and does not extend the wait", async () => {
    const { email } = await servers.makeUser();
    await servers.haveFailed(email, 9, 0);
    const times = () =>
      servers.database.db.select().from(failedSignIns).where(eq(failedSignIns.userName, email.toLowerCase()));
    const before = await times();
    for (let early = 1; early <= 3; early++) expect(await attempt(email, password)).toContain(waitWords);
    expect(await times()).toEqual(before);
    await servers.haveFailed(email, 9, 30);
    await signInAt(server, email);
  });

  it("an early attempt takes as long as any other", async () => {
    const { email } = await servers.makeUser();
    const time = async (failures: number) => {
      const { browser, url } = await toSignIn(server);
      await servers.haveFailed(email, failures, 0);
      const start = performance.now();
      await browser.post(url, { email, password: "wrong" });
      return performance.now() - start;
    };
    const wrong = Math.min(await time(1), await time(1), await time(1));
    const early = Math.min(await time(9), await time(9), await time(9));
    expect(early).toBeGreaterThan(wrong / 2);
  });

  it("simultaneous attempts do not avoid the wait", async () => {
    const { email } = await servers.makeUser();
    const pages = await Promise.all(Array.from({ length: 10 }, () => toSignIn(server)));
    const answers = await Promise.all(pages.map(({ browser, url }) => browser.post(url, { email, password: "wrong" })));
    const words = await Promise.all(answers.map(async (answer) => alertIn(await answer.text())));
    expect(words.filter((each) => each?.includes(waitWords))).toHaveLength(5);
    expect(await failuresOf(email)).toBe(5);
  });

  it("the tenth locks sign-in for 15 minutes, with the same message whether the account exists or not", async () => {
    const user = await servers.makeUser();
    for (const email of [user.email, "nobody.at.all@example.com"]) {
      await servers.haveFailed(email, 9, 30);
      expect(await attempt(email.toUpperCase(), "wrong")).toContain(`${lockedWords}15 minutes`);
      expect(await attempt(email, password)).toContain(`${lockedWords}15 minutes`);
    }
  });

  it("each further lock lasts twice as long, up to a day, and ends by itself", async () => {
    const { email } = await servers.makeUser();
    for (const minutes of [15, 30, 60, 120, 240, 480, 960, 1440, 1440]) {
      await servers.haveFailed(email, 9, 30);
      expect(await attempt(email, "wrong")).toContain(`${lockedWords}${minutes} minutes`);
      await endLock(email);
    }
    await signInAt(server, email);
    await servers.haveFailed(email, 9, 30);
    expect(await attempt(email, "wrong")).toContain(`${lockedWords}15 minutes`);
  });

  it("a lock does not affect existing sessions", async () => {
    const { email } = await servers.makeUser();
    const { browser, client, tokens } = await signInAt(server, email);
    await servers.haveFailed(email, 9, 30);
    expect(await attempt(email, "wrong")).toContain(lockedWords);
    await tokensOf(await client.refresh(tokens.refresh_token));
    expect((await browser.open(`${server.identity.issuer}/profile`)).status).toBe(200);
    const start = client.authorizeUrl();
    expect((await browser.follow(await browser.open(start), start)).url).toContain("/auth-callback?code=");
  });

  it("a known browser is counted separately: strangers do not lock it, and it does not lift their lock", async () => {
    const { email } = await servers.makeUser();
    const { browser } = await signInAt(server, email);
    browser.cookies.delete("countinghouse_identity@/identity");
    await servers.haveFailed(email, 9, 30);
    expect(await attempt(email, "wrong")).toContain(lockedWords);
    await signInIn(browser, email, password);
    expect(await attempt(email, password)).toContain(lockedWords);
  });

  it("a known browser is locked by its own failures, and its cookie is bound to the account", async () => {
    const [{ email }, other] = [await servers.makeUser(), await servers.makeUser()];
    const { browser } = await signInAt(server, email);
    browser.cookies.delete("countinghouse_identity@/identity");
    await servers.lock(other.email);
    expect(await failIn(browser, other.email, password)).toContain(lockedWords);
    for (let failure = 1; failure <= 5; failure++)
      expect(await failIn(browser, email, "wrong")).not.toContain(waitWords);
    // The wait of two seconds may be over before a busy machine gets to the next attempt.
    const later = { at: sql`now() + interval '30 seconds'` };
    await servers.database.db.update(failedSignIns).set(later).where(eq(failedSignIns.userName, email.toLowerCase()));
    expect(await failIn(browser, email, "wrong")).toContain(waitWords);
    await servers.database.db.delete(failedSignIns).where(eq(failedSignIns.userName, email.toLowerCase()));
    await servers.lock(email);
    const mark = browser.cookies.get("countinghouse_known@/identity") ?? { value: "", path: "", line: "" };
    browser.cookies.set("countinghouse_known@/identity", {
      ...mark,
      value: mark.value.replace(/.$/, (sign) => (sign === "A" ? "B" : "A")),
    });
    expect(await failIn(browser, email, password)).toContain(lockedWords);
    expect(mark.line).toMatch(/Max-Age=34560000; HttpOnly; SameSite=Lax$/);
  });

  it("attempts in progress count, and old ones do not", async () => {
    const { email } = await servers.makeUser();
    await servers.haveFailed(email, 10, 0);
    expect(await attempt(email, password)).toContain(lockedWords);
    const other = await servers.makeUser();
    await servers.haveFailed(other.email, 9, 16 * 60);
    await signInAt(server, other.email);
  });

  it("failures by strangers do not keep a signed-in user from changing the password", async () => {
    const { email } = await servers.makeUser();
    const { browser } = await signInAt(server, email);
    await servers.lock(email);
    const next = "a quite different password";
    expect(
      (await browser.post(`${server.identity.issuer}/profile`, { current: password, next, again: next })).status,
    ).toBe(303);
  });

  it("the profile page enforces the wait as well, even for the right password", async () => {
    const { email } = await servers.makeUser();
    const { browser } = await signInAt(server, email);
    const next = "a quite different password";
    const change = () => browser.post(`${server.identity.issuer}/profile`, { current: password, next, again: next });
    await servers.haveFailed(email, 9, 0, signedInBrowser);
    const early = await change();
    expect(early.status).toBe(422);
    expect(alertIn(await early.text())).toContain(
      "This is not your current password. Please wait a moment before you try again.",
    );
    await servers.haveFailed(email, 9, 30, signedInBrowser);
    expect((await change()).status).toBe(303);
  });
});
