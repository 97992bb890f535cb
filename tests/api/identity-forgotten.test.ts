import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { passwordMails } from "#api/core/database/schema/index.ts";
import type { JobData } from "#api/core/jobs/jobs.ts";
import { makePasswordLink } from "#api/modules/identity/password-links.ts";
import {
  alertIn,
  Browser,
  foreignHeaders,
  newTestServers,
  signInAt,
  type TestServer,
  type TestServers,
  toSignIn,
} from "#tests/support/identity.ts";

const sentWords = "If this email address has an account, a message with a link is on its way.";
const chosen = "a freshly chosen password";

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

beforeEach(async () => {
  await servers.database.script("delete from jobs.job");
});

/** Submits all requests on the page at once, and waits until the server has finished its background work. */
async function ask(...emails: string[]): Promise<Response[]> {
  const beside = await servers.open();
  const url = `${beside.identity.issuer}/forgotten`;
  const answers = await Promise.all(emails.map((email) => new Browser().post(url, { email })));
  await beside.app.close();
  return answers;
}

async function letters(receiver?: string): Promise<JobData["mail"][]> {
  const { rows } = await servers.database.script("select data from jobs.job where name = 'mail'");
  return (rows as { data: JobData["mail"] }[])
    .map(({ data }) => data)
    .filter(({ to }) => receiver === undefined || to === receiver);
}

/** The link as opened at the server under test: each server has its own port. */
function linkIn({ text }: JobData["mail"]): string {
  const token = /\/identity\/password\/(\S+)/.exec(text)?.[1];
  return `${server.identity.issuer}/password/${token}`;
}

describe("a user who has forgotten the password", () => {
  it("finds the page from the sign-in", async () => {
    const { page, url, browser } = await toSignIn(server);
    const href = /<a href="([^"]+)">Forgotten your password\?<\/a>/.exec(page)?.[1] ?? "";
    expect(href).toBe("/identity/forgotten");
    const form = await browser.open(new URL(href, url).href);
    expect(form.status).toBe(200);
    expect(form.headers.get("content-security-policy")).toContain("default-src 'none'");
    const text = await form.text();
    expect(text).toContain("<h1>Forgotten your password?</h1>");
    expect(text).not.toContain("<script");
  });

  it("gets one email with a link that works for an hour", async () => {
    const user = await servers.makeUser();
    const older = await makePasswordLink(
      servers.database.db,
      server.identity.issuer,
      user.id,
      new Date(Date.now() + 60_000),
    );
    await ask(` ${user.email.toUpperCase()} `);
    const [letter, ...more] = await letters();
    if (!letter) throw new Error("no letter");
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ to: user.email, subject: "A new password for Countinghouse" });
    expect(letter.text).toContain("60 minutes");
    const { rows } = await servers.database.script(
      "select extract(epoch from expires_at - now())::float8 as left from password_links where user_id = $1",
      [user.id],
    );
    expect(rows).toEqual([{ left: expect.closeTo(3600, -2) }]);

    expect((await new Browser().open(older)).status).toBe(410);
    expect((await new Browser().post(linkIn(letter), { next: chosen, again: chosen })).status).toBe(303);
    await signInAt(server, user.email, chosen);
  });

  it("gets one also without a password so far, and while locked out", async () => {
    const fresh = await servers.makeUser({ passwordHash: null });
    const locked = await servers.makeUser();
    await servers.lock(locked.email);
    await ask(fresh.email, locked.email);
    expect((await letters()).map(({ to }) => to).sort()).toEqual([fresh.email, locked.email].sort());
  });

  it("gets the same response for an unknown or deactivated account, and no email is sent", async () => {
    const known = await servers.makeUser();
    const inactive = await servers.makeUser({ isActive: false });
    const answers = await ask(known.email, inactive.email, "nobody@example.com");
    const told = answers.map(({ status, headers }) => ({ status, location: headers.get("location") }));
    expect(new Set(told.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ status: 303, location: "/identity/forgotten?sent=1" })]),
    );
    expect((await letters()).map(({ to }) => to)).toEqual([known.email]);
    const page = await new Browser().open(`${server.identity.issuer}/forgotten?sent=1`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(sentWords);
  });

  it("does not wait longer for a known address", async () => {
    const user = await servers.makeUser();
    const url = `${server.identity.issuer}/forgotten`;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The embedded database has one connection, and PostgreSQL keeps this row: either way the work cannot be done yet.
    const holding = servers.database.transaction(async (db) => {
      await db.execute(sql`select 1 from users where id = ${user.id} for update`);
      await held;
    });
    try {
      expect((await new Browser().post(url, { email: user.email })).status).toBe(303);
      expect((await new Browser().post(url, { email: "nobody@example.com" })).status).toBe(303);
    } finally {
      release();
      await holding;
    }
    await vi.waitFor(async () => expect(await letters()).toHaveLength(1));
  });

  it("gets at most three emails an hour, also with simultaneous requests at several servers", async () => {
    const user = await servers.makeUser();
    await Promise.all([
      ask(...Array.from({ length: 4 }, () => user.email)),
      ask(...Array.from({ length: 4 }, () => user.email.toUpperCase())),
    ]);
    expect(await letters(user.email)).toHaveLength(3);
    const [answer] = await ask(user.email);
    expect(answer?.headers.get("location")).toBe("/identity/forgotten?sent=1");
    expect(await letters(user.email)).toHaveLength(3);
    const other = await servers.makeUser();
    await ask(other.email);
    expect(await letters(other.email)).toHaveLength(1);

    await servers.database.db.update(passwordMails).set({ at: sql`now() - interval '61 minutes'` });
    await ask(user.email);
    const links = await Promise.all((await letters(user.email)).map((letter) => new Browser().open(linkIn(letter))));
    expect(links.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
  });

  it("must enter a valid email address", async () => {
    const url = `${server.identity.issuer}/forgotten`;
    for (const [typed, words] of [
      ["", "Email: This is a required field"],
      ["  ", "Email: This is a required field"],
      ["pat@", "Email: Please enter a valid email address"],
      ["a@example.com, b@example.com", "Email: Please enter a valid email address"],
      ["nul\u0000@example.com", "Email: This contains a character that cannot be saved."],
      [`"><script>@example.com`, "Email: Please enter a valid email address"],
    ] as const) {
      const response = await new Browser().post(url, { email: typed });
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(alertIn(page)).toContain(words);
      expect(page).not.toContain("<script");
    }
    expect(await (await new Browser().post(url, { email: "pat@" })).text()).toContain('value="pat@"');
    expect(await letters()).toEqual([]);
  });

  it("can submit the form only from its own page", async () => {
    const user = await servers.makeUser();
    const url = `${server.identity.issuer}/forgotten`;
    for (const headers of foreignHeaders) {
      expect((await new Browser().post(url, { email: user.email }, headers)).status).toBe(403);
    }
    expect(await letters()).toEqual([]);
  });

  it("leaves neither the address nor the link in the log", async () => {
    const user = await servers.makeUser();
    await ask(user.email, "typed.by.mistake@example.com");
    const [letter] = await letters();
    if (!letter) throw new Error("no letter");
    const log = servers.logged.join("");
    for (const secret of [user.email, "typed.by.mistake", linkIn(letter).split("/").at(-1) ?? ""])
      expect(log).not.toContain(secret);
  });
});
