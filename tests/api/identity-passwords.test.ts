import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passwordLinks } from "#api/core/database/schema/index.ts";
import { findUserByEmail } from "#api/modules/identity/accounts.ts";
import { makePasswordLink } from "#api/modules/identity/password-links.ts";
import {
  alertIn,
  Browser,
  backOffice,
  errorOf,
  failToSignInAt,
  foreignHeaders,
  newTestServers,
  password,
  signInAt,
  type TestServer,
  type TestServers,
  tokensOf,
  wrongPasswordText,
} from "#tests/support/identity.ts";

const chosen = "a freshly chosen password";
const goneHeading = "<h1>This link no longer works</h1>";

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

const linkFor = (userId: number, minutes = 60) =>
  makePasswordLink(servers.database.db, server.identity.issuer, userId, new Date(Date.now() + minutes * 60_000));
const choose = (link: string, next = chosen, again = next) => new Browser().post(link, { next, again });

async function expectGone(response: Response): Promise<void> {
  expect(response.status).toBe(410);
  const page = await response.text();
  expect(page).toContain(goneHeading);
  expect(page).toContain('href="/identity/forgotten"');
}

describe("the page behind a link in an email", () => {
  it("shows whose password is set, and can be opened any number of times", async () => {
    const user = await servers.makeUser({ passwordHash: null });
    const link = await linkFor(user.id);
    for (const method of ["HEAD", "GET", "GET"]) expect((await new Browser().open(link, { method })).status).toBe(200);
    const page = await (await new Browser().open(link)).text();
    expect(page).toContain("<h1>Choose a password</h1>");
    expect(page).toMatch(new RegExp(`value="${user.email}"[^>]* readonly`));
    expect(page).toContain("At least 12 characters.");
    expect((await choose(link)).status).toBe(303);
  });

  it("refuses unsuitable passwords, each with a reason, and stays usable", async () => {
    const user = await servers.makeUser({ email: "a.rather.long.address@example.com" });
    const link = await linkFor(user.id);
    const refused = async (next: string, again = next) => {
      const response = await choose(link, next, again);
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toContain("<title>Error: Choose a password");
      if (next !== "") expect(page).not.toContain(next === user.email.toUpperCase() ? next : `"${next}"`);
      return alertIn(page);
    };
    const nothing = await refused("");
    expect(nothing).toContain("New password: This is a required field");
    expect(nothing).toContain("New password again: This is a required field");
    expect(await refused("eleven char")).toContain("at least 12 characters");
    expect(await refused("x".repeat(201))).toContain("no more than 200 characters");
    expect(await refused(user.email.toUpperCase())).toContain("do not use your email address");
    expect(await refused(chosen, "something else instead")).toContain("The two new passwords are not the same.");
    await signInAt(server, user.email);
    expect((await choose(link)).status).toBe(303);
  });

  it("sets the password, confirms it, and leads to the sign-in", async () => {
    const user = await servers.makeUser({ passwordHash: null });
    const link = await linkFor(user.id);
    const browser = new Browser();
    const { url, response } = await browser.follow(await browser.post(link, { next: chosen, again: chosen }), link);
    expect(url).toBe(`${server.identity.issuer}/password-set`);
    const page = await response.text();
    expect(page).toContain("<h1>Your password is set</h1>");
    expect(page).toContain(`href="${backOffice}/"`);
    await signInAt(server, user.email, chosen);
  });

  it("requires the name of a user who has none, and stores it", async () => {
    const user = await servers.makeUser({ passwordHash: null, givenName: "", surname: "" });
    const link = await linkFor(user.id);
    expect(await (await new Browser().open(link)).text()).toContain('name="surname"');
    const refused = await choose(link);
    expect(refused.status).toBe(422);
    expect(alertIn(await refused.text())).toContain("Surname: This is a required field");
    const short = await new Browser().post(link, {
      givenName: "Ana",
      surname: "Silva <b>",
      next: "short",
      again: "short",
    });
    expect(await short.text()).toContain('value="Silva &lt;b&gt;"');
    const fields = { givenName: " Ana ", surname: "Silva", next: chosen, again: chosen };
    expect((await new Browser().post(link, { ...fields, surname: "x".repeat(51) })).status).toBe(422);
    expect((await new Browser().post(link, fields)).status).toBe(303);
    expect(await findUserByEmail(servers.database.db, user.email)).toMatchObject({
      givenName: "Ana",
      surname: "Silva",
    });
  });

  it("neither requests nor changes a name that is known", async () => {
    const user = await servers.makeUser();
    const link = await linkFor(user.id);
    expect(await (await new Browser().open(link)).text()).not.toContain('name="surname"');
    expect((await new Browser().post(link, { surname: "Other", next: chosen, again: chosen })).status).toBe(303);
    expect(await findUserByEmail(servers.database.db, user.email)).toMatchObject({ surname: user.surname });
  });

  it("ends every session of the user, and of nobody else", async () => {
    const user = await servers.makeUser();
    const [mine, other] = [
      await signInAt(server, user.email),
      await signInAt(server, (await servers.makeUser()).email),
    ];
    await choose(await linkFor(user.id));
    expect(await errorOf(await mine.client.refresh(mine.tokens.refresh_token))).toBe("invalid_grant");
    expect((await mine.browser.open(`${server.identity.issuer}/profile`)).status).toBe(403);
    await tokensOf(await other.client.refresh(other.tokens.refresh_token));
    expect(await failToSignInAt(server, user.email, password)).toContain(wrongPasswordText);
  });

  it("works once", async () => {
    const user = await servers.makeUser();
    const link = await linkFor(user.id);
    expect((await choose(link)).status).toBe(303);
    await expectGone(await new Browser().open(link));
    await expectGone(await choose(link, "and yet another password"));
    await signInAt(server, user.email, chosen);
  });

  it("works for only one of two simultaneous requests", async () => {
    const user = await servers.makeUser();
    const link = await linkFor(user.id);
    const passwords = ["the password of the first", "the password of the other"];
    const answers = await Promise.all(passwords.map((next) => choose(link, next)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    const winner = answers.findIndex(({ status }) => status === 303);
    await signInAt(server, user.email, passwords[winner]);
    const loser = answers[1 - winner];
    if (loser) await expectGone(loser);
  });

  it("explains that the link was replaced, is expired or unknown, or that the user is deactivated", async () => {
    const user = await servers.makeUser();
    const replaced = await linkFor(user.id);
    const newest = await linkFor(user.id);
    const old = await linkFor((await servers.makeUser()).id, -1);
    const deactivated = await linkFor((await servers.makeUser({ isActive: false })).id);
    const { issuer } = server.identity;
    for (const link of [replaced, old, deactivated, `${issuer}/password/unknown`, `${issuer}/password/%00`]) {
      await expectGone(await new Browser().open(link));
      await expectGone(await choose(link));
    }
    expect((await choose(newest)).status).toBe(303);
  });

  it("stops working when the password is changed in the meantime", async () => {
    const user = await servers.makeUser();
    const { browser } = await signInAt(server, user.email);
    const link = await linkFor(user.id);
    await browser.post(`${server.identity.issuer}/profile`, { current: password, next: chosen, again: chosen });
    await expectGone(await choose(link));
  });

  it("resets failed sign-ins", async () => {
    const user = await servers.makeUser();
    await servers.haveFailed(user.email, 9, 0);
    await choose(await linkFor(user.id));
    await signInAt(server, user.email, chosen);
  });

  it("lifts a lock", async () => {
    const user = await servers.makeUser();
    await servers.lock(user.email);
    expect(await failToSignInAt(server, user.email, password)).toContain(wrongPasswordText);
    expect((await choose(await linkFor(user.id))).headers.get("location")).toBe("/identity/password-set");
    await signInAt(server, user.email, chosen);
  });

  it("accepts posts only from itself", async () => {
    const user = await servers.makeUser();
    const link = await linkFor(user.id);
    const fields = { next: chosen, again: chosen };
    for (const headers of foreignHeaders) {
      expect((await new Browser().post(link, fields, headers)).status).toBe(403);
    }
    expect((await choose(link)).status).toBe(303);
  });

  it("does not expose its secret in the log, the markup, the database or to other sites", async () => {
    const user = await servers.makeUser();
    const link = await linkFor(user.id);
    const token = link.split("/").at(-1) ?? "";
    const page = await new Browser().open(link);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const text = await page.text();
    expect(text).not.toContain(token);
    expect(text).not.toContain("<script");
    const answers = [
      page,
      await choose(link, "short"),
      await choose(link),
      await choose(link),
      await new Browser().post(link, {}, {}),
    ];
    for (const { headers } of answers) expect(headers.get("referrer-policy")).toBe("strict-origin");
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 303, 410, 403]);
    expect(JSON.stringify(answers.map(({ headers }) => [...headers]))).not.toContain(token);
    await linkFor(user.id);
    expect(JSON.stringify(await servers.database.db.select().from(passwordLinks))).not.toContain(token);
    const log = servers.logged.join("");
    expect(log).toContain('"route":"/identity/password/:token"');
    expect(log).not.toContain(token);
    expect(log).not.toContain(chosen);
  });

  it("answers oversized input with a page, and never with a database error message", async () => {
    const link = await linkFor((await servers.makeUser()).id);
    expect((await choose(link, "x".repeat(100_000))).status).toBe(413);
    const both = await new Browser().open(link, {
      method: "POST",
      body: "next=a&next=b",
      headers: { origin: new URL(link).origin, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(both.status).toBe(422);
    expect((await new Browser().open(`${server.identity.issuer}/password/${"x".repeat(500)}`)).status).toBe(404);
  });
});

describe("signing out everywhere", () => {
  const target = () => `${server.identity.issuer}/profile/sign-out-everywhere`;

  it("ends every other session, keeps this one, and confirms it", async () => {
    const user = await servers.makeUser();
    const [here, there] = [await signInAt(server, user.email), await signInAt(server, user.email)];
    const other = await signInAt(server, (await servers.makeUser()).email);
    const profile = `${server.identity.issuer}/profile`;
    expect(await (await here.browser.open(profile)).text()).toContain(
      '<form method="post" action="/identity/profile/sign-out-everywhere">',
    );

    const { response } = await here.browser.follow(await here.browser.post(target(), {}), target());
    expect(await response.text()).toContain('role="status">Everywhere else you have been signed out.');
    await tokensOf(await here.client.refresh(here.tokens.refresh_token));
    expect(await errorOf(await there.client.refresh(there.tokens.refresh_token))).toBe("invalid_grant");
    expect((await there.browser.open(profile)).status).toBe(403);
    await tokensOf(await other.client.refresh(other.tokens.refresh_token));
  });

  it("requires a signed-in user and a post from the page", async () => {
    expect((await new Browser().post(target(), {})).status).toBe(403);
    const user = await servers.makeUser();
    const [here, there] = [await signInAt(server, user.email), await signInAt(server, user.email)];
    for (const headers of foreignHeaders) {
      expect((await here.browser.post(target(), {}, headers)).status).toBe(403);
    }
    await tokensOf(await there.client.refresh(there.tokens.refresh_token));
  });
});
