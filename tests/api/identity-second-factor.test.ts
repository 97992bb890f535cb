import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passkeys } from "#api/core/database/schema/index.ts";
import type { JobData } from "#api/core/jobs/jobs.ts";
import { renewRecoveryCodes } from "#api/modules/identity/second-factor/recovery-codes.ts";
import { clearFailedSignIns, secondFactorCodes } from "#api/modules/identity/sign-in.ts";
import { codeOf } from "#tests/support/authenticator.ts";
import {
  alertIn,
  Browser,
  foreignHeaders,
  newTestServers,
  password,
  signInAt,
  type TestServer,
  type TestServers,
} from "#tests/support/identity.ts";
import {
  beginSetup,
  letCodesWorkAgain,
  passPassword,
  recoveryCodesIn,
  secondFactorUrl,
  secretIn,
  setUpApp,
  signInWith,
} from "#tests/support/second-factor.ts";

const wrongCode = "This code is not right, or has already been used.";
const wait = "Please wait a moment before you try again.";

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

/** A user with an authenticator app. */
async function someone() {
  const user = await servers.makeUser();
  const { browser } = await signInAt(server, user.email);
  const app = await setUpApp(server, browser);
  await letCodesWorkAgain(servers, user.id);
  return { user, browser, ...app };
}

async function mailsTo(receiver: string): Promise<JobData["mail"][]> {
  const { rows } = await servers.database.script("select data from jobs.job where name = 'mail' order by created_on");
  return (rows as { data: JobData["mail"] }[]).map(({ data }) => data).filter(({ to }) => to === receiver);
}

const refusalOf = async (response: Response) => {
  expect(response.status).toBe(422);
  return alertIn(await response.text());
};

describe("setting up an authenticator app", () => {
  it("shows a QR code and the key, and a first code activates it and returns ten recovery codes", async () => {
    const user = await servers.makeUser();
    const { browser } = await signInAt(server, user.email);
    const profile = await (await browser.open(`${server.identity.issuer}/profile`)).text();
    expect(profile).toContain("Off: your password alone is enough to sign in.");
    const { url, page, secret } = await beginSetup(server, browser);
    expect(page).toContain("<svg");
    expect(page).not.toContain("<script");
    const done = await browser.post(url, { password, code: codeOf(secret) });
    const codes = recoveryCodesIn(await done.text());
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/);

    const overview = await (await browser.open(secondFactorUrl(server))).text();
    expect(overview).toContain("10 are left.");
    for (const code of codes) expect(overview).not.toContain(code);
    expect(await (await browser.open(`${server.identity.issuer}/profile`)).text()).toContain(
      "On: signing in asks for a code",
    );
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      "An authenticator app was added to your account",
    ]);
  });

  it("requires the password and a correct code, and stays open until both are entered", async () => {
    const user = await servers.makeUser();
    const { browser } = await signInAt(server, user.email);
    const { url, secret } = await beginSetup(server, browser);
    expect(await refusalOf(await browser.post(url, { password: "", code: "" }))).toContain(
      "Current password: This is a required field",
    );
    expect(await refusalOf(await browser.post(url, { password: "another password", code: codeOf(secret) }))).toContain(
      "This is not your current password.",
    );
    const again = await browser.post(url, { password, code: "000000" });
    const page = await again.text();
    expect(alertIn(page)).toContain("This is not the code that the app shows for this key.");
    expect(page.replaceAll(" ", "")).toContain(secret);
    expect(
      (await browser.post(url, { password, code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}` })).status,
    ).toBe(200);
    expect((await browser.open(url)).headers.get("location")).toBe("/identity/profile/second-factor?done=expired");
  });

  it("can be completed only by the user who began it", async () => {
    const [mia, ben] = [await servers.makeUser(), await servers.makeUser()];
    const { url, secret } = await beginSetup(server, (await signInAt(server, mia.email)).browser);
    const { browser } = await signInAt(server, ben.email);
    expect((await browser.open(url)).status).toBe(303);
    expect((await browser.post(url, { password, code: codeOf(secret) })).status).toBe(303);
    await signInAt(server, ben.email);
    expect((await new Browser().open(url)).status).toBe(403);
  });

  it.each(foreignHeaders)("cannot be started from another site: %j", async (headers) => {
    const { browser } = await signInAt(server, (await servers.makeUser()).email);
    expect((await browser.post(`${secondFactorUrl(server)}/app`, {}, headers)).status).toBe(403);
  });

  it("stores nothing that would allow signing in with a copy of the database", async () => {
    const { secret, codes } = await someone();
    const { rows } = await servers.database.script(
      "select coalesce(string_agg(t, ' '), '') as everything from (select sealed_secret as t from authenticator_apps union all select digest from recovery_codes union all select payload::text from identity_payloads) as x",
    );
    const everything = String((rows as { everything: string }[])[0]?.everything);
    expect(everything.length).toBeGreaterThan(100);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(everything).not.toContain(text);
    expect(servers.logged.join("\n")).not.toContain(secret);
  });
});

describe("signing in with a second factor", () => {
  it("requires a code after the password, and the tokens state that", async () => {
    const { user, secret } = await someone();
    const { browser, client, url } = await passPassword(server, user.email);
    const page = await (await browser.open(url)).text();
    expect(page).toContain("<h1>Confirm that it is you</h1>");
    expect(page).toContain('autocomplete="one-time-code"');
    // The password alone has not started a session.
    expect((await browser.follow(await browser.open(client.authorizeUrl()), url)).url).toContain("/interaction/");
    const { tokens } = await signInWith(server, user.email, { code: codeOf(secret) });
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: String(user.id),
      acr: "https://refeds.org/profile/mfa",
      amr: ["pwd", "mfa", "otp"],
    });
  });

  it("refuses a wrong code, and continues with the right one", async () => {
    const { user, secret } = await someone();
    const { browser, url } = await passPassword(server, user.email);
    expect(await refusalOf(await browser.post(url, {}))).toContain("This is a required field");
    for (const code of ["000000", "12345", "1234567", "abcdef", "９９９９９９", "\u0000", "1".repeat(2_000)]) {
      expect(await refusalOf(await browser.post(url, { code }))).toContain(wrongCode);
      await servers.haveFailed(user.email, 0, 0, secondFactorCodes);
    }
    expect((await browser.post(url, { code: codeOf(secret) })).status).toBe(303);
  });

  it("accepts the previous and the next code, and no older one", async () => {
    const { user, secret } = await someone();
    const { browser, url } = await passPassword(server, user.email);
    for (const steps of [-3, 3])
      expect(await refusalOf(await browser.post(url, { code: codeOf(secret, steps) }))).toContain(wrongCode);
    await signInWith(server, user.email, { code: codeOf(secret) });
    await signInWith(server, user.email, { code: codeOf(secret, 1) });
    // The previous code is no longer valid after a later one was used.
    const { browser: second, url: at } = await passPassword(server, user.email);
    expect(await refusalOf(await second.post(at, { code: codeOf(secret) }))).toContain(wrongCode);
  });

  it("accepts each code once, also when two browsers send it at once", async () => {
    const { user, secret } = await someone();
    const both = await Promise.all([passPassword(server, user.email), passPassword(server, user.email)]);
    const code = codeOf(secret, 1);
    const answers = await Promise.all(both.map(({ browser, url }) => browser.post(url, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  it("slows guessing down, and the right password does not reset the count", async () => {
    const { user, secret } = await someone();
    await servers.haveFailed(user.email, 9, 0, secondFactorCodes);
    const { browser, url } = await passPassword(server, user.email);
    expect(await refusalOf(await browser.post(url, { code: codeOf(secret) }))).toContain(wait);
    await servers.haveFailed(user.email, 9, 60, secondFactorCodes);
    const { browser: other, url: at } = await passPassword(server, user.email);
    expect(await refusalOf(await other.post(at, { code: "000000" }))).toContain(
      "After several failed attempts, no code is accepted for 15 minutes.",
    );
    expect(await refusalOf(await other.post(at, { code: codeOf(secret) }))).toContain(
      "no code is accepted for 15 minutes.",
    );
    // An administrator who unlocks the account has this effect.
    await clearFailedSignIns(servers.database.db, user.email);
    expect((await other.post(at, { code: codeOf(secret) })).status).toBe(303);
  });

  it("counts simultaneous failures of many browsers together", async () => {
    const { user } = await someone();
    const ways = await Promise.all(Array.from({ length: 3 }, () => passPassword(server, user.email)));
    const guesses = ways.flatMap(({ browser, url }) =>
      Array.from({ length: 8 }, () => browser.post(url, { code: "000000" })),
    );
    const words = await Promise.all((await Promise.all(guesses)).map(refusalOf));
    expect(
      words.filter((each) => !each?.includes(wait) && !each?.includes("no code is accepted")).length,
    ).toBeLessThanOrEqual(10);
  });

  it("ends when the password is changed or the account deactivated between the two pages", async () => {
    for (const end of [
      (id: number) => server.identity.endSessionsOf(id),
      async (id: number) => {
        await servers.database.script("update users set is_active = false where id = $1", [id]);
      },
    ]) {
      const { user, secret } = await someone();
      const { browser, url } = await passPassword(server, user.email);
      await end(user.id);
      const answer = await browser.post(url, { code: codeOf(secret) });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        new URL(url).pathname.replace("/second-factor", ""),
      ]);
    }
  });

  it("is not offered to a browser that has not entered the password", async () => {
    const { user } = await someone();
    const { url } = await passPassword(server, user.email);
    expect((await new Browser().open(url)).status).toBe(410);
  });
});

describe("a recovery code", () => {
  it("works once in place of a code, ignoring case and dashes, and its owner is notified", async () => {
    const { user, codes } = await someone();
    const [code = "", other = ""] = codes;
    await signInWith(server, user.email, { recovery: code });
    const [, mail] = await mailsTo(user.email);
    expect(mail).toMatchObject({ subject: "A recovery code was used" });
    expect(mail?.text).toContain("9 are left.");
    expect(mail?.text).not.toContain(code);
    const { browser, url } = await passPassword(server, user.email);
    expect(await refusalOf(await browser.post(url, { recovery: code }))).toContain(
      "This is not one of your recovery codes, or it has already been used.",
    );
    expect((await browser.post(url, { recovery: other.toUpperCase().replaceAll("-", " ") })).status).toBe(303);
  });

  it("works only for its owner", async () => {
    const [mia, ben] = [await someone(), await someone()];
    const { browser, url } = await passPassword(server, ben.user.email);
    expect(await refusalOf(await browser.post(url, { recovery: mia.codes[0] ?? "" }))).toContain(
      "not one of your recovery codes",
    );
  });

  it("stops working when a new set is created, which requires the password and a code", async () => {
    const { user, browser, secret, codes } = await someone();
    const url = `${secondFactorUrl(server)}/recovery-codes`;
    expect(await (await browser.open(url)).text()).toContain("<h1>Make new recovery codes</h1>");
    expect(await refusalOf(await browser.post(url, { password: "another password", code: codeOf(secret) }))).toContain(
      "This is not your current password.",
    );
    expect(await refusalOf(await browser.post(url, { password, code: "000000" }))).toContain(wrongCode);
    const made = recoveryCodesIn(await (await browser.post(url, { password, code: codeOf(secret) })).text());
    expect(made).toHaveLength(10);
    const at = await passPassword(server, user.email);
    expect(await refusalOf(await at.browser.post(at.url, { recovery: codes[0] ?? "" }))).toContain(
      "not one of your recovery codes",
    );
    expect((await at.browser.post(at.url, { recovery: made[0] ?? "" })).status).toBe(303);
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContain("You have new recovery codes");
  });
});

describe("removing the authenticator app", () => {
  it("requires the password and a code, notifies the owner, and keeps the password", async () => {
    const { user, browser, secret } = await someone();
    const url = `${secondFactorUrl(server)}/remove/app`;
    expect((await browser.open(url)).status).toBe(200);
    expect(await refusalOf(await browser.post(url, { password: "", code: codeOf(secret) }))).toContain(
      "Current password: This is a required field",
    );
    expect(await refusalOf(await browser.post(url, { password, code: "" }))).toContain("This is a required field");
    expect((await browser.post(url, { password, code: codeOf(secret) })).status).toBe(303);
    await signInAt(server, user.email);
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContain(
      "The authenticator app was removed from your account",
    );
    const { rows } = await servers.database.script(
      "select count(*)::int as left from recovery_codes where user_id = $1",
      [user.id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  it("works with a recovery code if the phone is lost", async () => {
    const { user, browser, codes } = await someone();
    expect(
      (await browser.post(`${secondFactorUrl(server)}/remove/app`, { password, recovery: codes[3] ?? "" })).status,
    ).toBe(303);
    await signInAt(server, user.email);
  });
});

describe("with a factor in place,", () => {
  const factors = () => secondFactorUrl(server);
  const at = (answer: Response) => [answer.status, answer.headers.get("location")];
  const path = "/identity/profile/second-factor";

  /** Stores a passkey whose device is not available. */
  const givePasskey = (userId: number) =>
    servers.database.db.insert(passkeys).values({
      id: Buffer.from(`credential of ${userId}`).toString("base64url"),
      userId,
      name: "Phone",
      publicKey: Buffer.from("key"),
      counter: 0,
      transports: ["internal"],
    });

  it("a passkey is added only after a proof of that factor, for which the password alone does not count", async () => {
    const { browser, secret } = await someone();
    expect(await (await browser.open(factors())).text()).toContain(`href="${path}/add/passkey"`);
    expect(at(await browser.open(`${factors()}/passkey`))).toEqual([303, `${path}/add/passkey`]);
    expect(at(await browser.post(`${factors()}/passkey`, { name: "Mine", password, passkey: "{}" }))).toEqual([
      303,
      `${path}/add/passkey`,
    ]);
    expect(await refusalOf(await browser.post(`${factors()}/add/passkey`, { password }))).toContain(
      "This is a required field",
    );
    const proved = await browser.post(`${factors()}/add/passkey`, { password, code: codeOf(secret) });
    const target = new URL(proved.headers.get("location") ?? "", server.identity.issuer).href;
    expect(target).toContain("/passkey?proof=");
    const form = await (await browser.open(target)).text();
    expect(form).toContain("Name of the passkey");
    expect(form).not.toContain("Current password");
    expect(await (await browser.post(target, { name: "Mine", passkey: "{}" })).text()).toContain(
      "The passkey could not be checked",
    );
    const other = await someone();
    expect(at(await other.browser.open(target))).toEqual([303, `${path}/add/passkey`]);
  });

  it("an app is set up only after a proof of that factor, also where the set-up had begun before", async () => {
    const user = await servers.makeUser();
    const { browser } = await signInAt(server, user.email);
    const early = await beginSetup(server, browser);
    await givePasskey(user.id);
    const [code = ""] = await servers.database.transaction((db) => renewRecoveryCodes(db, user.id));
    expect(at(await browser.post(early.url, { password, code: codeOf(early.secret) }))).toEqual([
      303,
      `${path}/add/app`,
    ]);
    expect(at(await browser.post(`${factors()}/app`, {}))).toEqual([303, `${path}/add/app`]);
    expect(await (await browser.open(`${factors()}/add/app`)).text()).toContain("Use a passkey");
    const proved = await browser.post(`${factors()}/add/app`, { password, recovery: code });
    const url = new URL(proved.headers.get("location") ?? "", server.identity.issuer).href;
    const page = await (await browser.open(url)).text();
    expect(page).not.toContain("Current password");
    expect(at(await browser.post(url, { code: codeOf(secretIn(page)) }))).toEqual([303, path]);
    expect(await (await browser.open(factors())).text()).toContain("On since");
    const { rows } = await servers.database.script(
      "select 1 from identity_payloads where model = 'FactorProved' and account_id = $1",
      [String(user.id)],
    );
    expect(rows).toEqual([]);
  });

  it("the proof for another factor is of use for five minutes", async () => {
    const user = await servers.makeUser();
    const { browser } = await signInAt(server, user.email);
    await givePasskey(user.id);
    const [code = ""] = await servers.database.transaction((db) => renewRecoveryCodes(db, user.id));
    const proved = await browser.post(`${factors()}/add/app`, { password, recovery: code });
    const url = new URL(proved.headers.get("location") ?? "", server.identity.issuer).href;
    const later = (seconds: number) =>
      servers.database.script(
        "update identity_payloads set expires_at = expires_at - $1 * interval '1 second' where model = 'FactorProved' and account_id = $2",
        [seconds, String(user.id)],
      );
    await later(4 * 60);
    expect(await (await browser.open(url)).text()).not.toContain("Current password");
    await later(60);
    expect(at(await browser.open(url))).toEqual([303, `${path}/add/app`]);
  });

  it("the password is changed only with a code, which a mistake in the other fields does not use up", async () => {
    const { user, browser, secret } = await someone();
    const profile = `${server.identity.issuer}/profile`;
    const next = "a new and long password";
    expect(await refusalOf(await browser.post(profile, { current: password, next, again: next }))).toContain(
      "Code from your authenticator app: This is a required field",
    );
    const code = codeOf(secret);
    expect(
      await refusalOf(await browser.post(profile, { current: password, next, again: "other", code })),
    ).not.toContain("Code from");
    await signInWith(server, user.email, { code: codeOf(secret) });
    expect(at(await browser.post(profile, { current: password, next, again: next, code: codeOf(secret, 1) }))).toEqual([
      303,
      "/identity/profile?done=password",
    ]);
  });
});

describe("the secret that encrypts app keys", () => {
  it("can be rotated while the old one is configured; without it only recovery codes work", async () => {
    const { user, secret, codes } = await someone();
    const both = await servers.open({
      SECOND_FACTOR_SECRET: "a new secret for the tests,a secret for the tests alone",
    });
    const without = await servers.open({ SECOND_FACTOR_SECRET: "a new secret for the tests" });
    await signInWith(both, user.email, { code: codeOf(secret) });
    const { browser, url } = await passPassword(without, user.email);
    expect(await refusalOf(await browser.post(url, { code: codeOf(secret, 1) }))).toContain(wrongCode);
    expect(servers.logged.join("\n")).toContain("SECOND_FACTOR_SECRET is not the one");
    await signInWith(without, user.email, { recovery: codes[0] ?? "" });
    await Promise.all([both.app.close(), without.app.close()]);
  });
});
