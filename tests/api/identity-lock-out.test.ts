import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failedSignIns, users } from "../../api/database/schema/index.ts";
import { alertIn, failToSignInAt, type House, newStreet, password, type Street, signInAt, toSignIn, wrongWords } from "../support/identity.ts";

const lockedWords = `${wrongWords} After several failed attempts an account is locked.`;
const waitWords = `${wrongWords} Please wait a moment before you try again.`;

let street: Street;
let house: House;

beforeAll(async () => {
  street = await newStreet();
  house = await street.open();
}, 60_000);

afterAll(async () => {
  await house.app.close();
  await street.database.close();
});

/** @returns what the page says */
const attempt = async (email: string, typed: string) => alertIn(await failToSignInAt(house, email, typed));

async function failuresOf(email: string): Promise<number> {
  return street.database.db.$count(failedSignIns, eq(failedSignIns.userName, email.toLowerCase()));
}

describe("after failed sign-ins", () => {
  it("the first five are answered at once, and forgotten with the right password", async () => {
    const { email } = await street.makeUser();
    for (let failure = 1; failure <= 5; failure++) expect(await attempt(email, "wrong")).not.toContain(waitWords);
    expect(await failuresOf(email)).toBe(5);
    await street.haveFailed(email, 5, 2);
    await signInAt(house, email);
    expect(await failuresOf(email)).toBe(0);
  });

  it("each further one must wait longer, whether the name exists or not", async () => {
    const { email } = await street.makeUser();
    for (const name of [email, "no.such.person@example.com"]) {
      for (const [failures, pause] of [
        [5, 2],
        [6, 4],
        [7, 8],
        [8, 16],
        [9, 30],
      ] as const) {
        await street.haveFailed(name, failures, pause / 2);
        expect(await attempt(name.toUpperCase(), "wrong")).toContain(waitWords);
        await street.haveFailed(name, failures, pause);
        const words = await attempt(name, "wrong");
        expect(words).toContain(failures === 9 ? lockedWords : wrongWords);
        expect(words).not.toContain(waitWords);
      }
    }
  });

  it("an attempt that comes too early is not looked at, not counted, and does not put off the next one", async () => {
    const { email } = await street.makeUser();
    await street.haveFailed(email, 9, 0);
    const times = () => street.database.db.select().from(failedSignIns).where(eq(failedSignIns.userName, email.toLowerCase()));
    const before = await times();
    for (let early = 1; early <= 3; early++) expect(await attempt(email, password)).toContain(waitWords);
    expect(await times()).toEqual(before);
    await street.haveFailed(email, 9, 30);
    await signInAt(house, email);
  });

  it("an attempt that comes too early takes as long as any other", async () => {
    const { email } = await street.makeUser();
    const time = async (failures: number) => {
      const { browser, url } = await toSignIn(house);
      await street.haveFailed(email, failures, 0);
      const start = performance.now();
      await browser.post(url, { email, password: "wrong" });
      return performance.now() - start;
    };
    const wrong = Math.min(await time(1), await time(1), await time(1));
    const early = Math.min(await time(9), await time(9), await time(9));
    expect(early).toBeGreaterThan(wrong / 2);
  });

  it("many at once are no way around the pause", async () => {
    const { email } = await street.makeUser();
    const pages = await Promise.all(Array.from({ length: 10 }, () => toSignIn(house)));
    const answers = await Promise.all(pages.map(({ browser, url }) => browser.post(url, { email, password: "wrong" })));
    const words = await Promise.all(answers.map(async (answer) => alertIn(await answer.text())));
    expect(words.filter((each) => each?.includes(waitWords))).toHaveLength(5);
    expect(await failuresOf(email)).toBe(5);
  });

  it("the tenth locks the account, in the same words whether it exists or not", async () => {
    const user = await street.makeUser();
    for (const email of [user.email, "nobody.at.all@example.com"]) {
      await street.haveFailed(email, 9, 30);
      expect(await attempt(email.toUpperCase(), "wrong")).toContain(lockedWords);
      expect(await attempt(email, password)).toContain(lockedWords);
    }
    const [row] = await street.database.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.lockedAt).toBeInstanceOf(Date);
    await street.haveFailed(user.email, 10, 16 * 60);
    expect(await attempt(user.email, password)).toContain(wrongWords);
  });

  it("attempts that are still under way count, and old ones do not", async () => {
    const { email } = await street.makeUser();
    await street.haveFailed(email, 10, 0);
    expect(await attempt(email, password)).toContain(lockedWords);
    const other = await street.makeUser();
    await street.haveFailed(other.email, 9, 16 * 60);
    await signInAt(house, other.email);
  });

  it("the profile page asks to wait as well, and refuses even the right password until then", async () => {
    const { email } = await street.makeUser();
    const { browser } = await signInAt(house, email);
    const next = "a quite different password";
    const change = () => browser.post(`${house.identity.issuer}/profile`, { current: password, next, again: next });
    await street.haveFailed(email, 9, 0);
    const early = await change();
    expect(early.status).toBe(422);
    expect(alertIn(await early.text())).toContain("This is not your current password. Please wait a moment before you try again.");
    await street.haveFailed(email, 9, 30);
    expect((await change()).status).toBe(303);
  });
});
