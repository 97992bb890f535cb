import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { administratorLinks, authenticatorApps, users } from "#api/core/database/schema/index.ts";
import { findUserByEmail } from "#api/modules/identity/accounts.ts";
import { admitFirstAdministrator } from "#api/modules/identity/administrator/external.ts";
import { inviteCommand } from "#api/modules/identity/administrator/invite-command.ts";
import { inviteFirstAdministrator } from "#api/modules/identity/administrator/invite-first.ts";
import { newLink, storeLink } from "#api/modules/identity/administrator/links.ts";
import {
  alertIn,
  Browser,
  backOffice,
  Client,
  foreignHeaders,
  newTestServers,
  signInAt,
  type TestServer,
  type TestServers,
  tokensOf,
} from "#tests/support/identity.ts";

const entered = {
  givenName: "Ada",
  surname: "Nguyen",
  email: "ada@harbour.example",
  next: "seven quiet harbour lamps",
  again: "seven quiet harbour lamps",
};
const goneHeading = "<h1>This address no longer works</h1>";

let servers: TestServers;
let server: TestServer;

beforeAll(async () => {
  servers = await newTestServers();
  server = await servers.open({ SIGN_IN_FAILURES_PER_ADDRESS_HOUR: "1000" });
}, 60_000);

afterAll(async () => {
  await server.app.close();
  await servers.database.close();
});

async function announced(): Promise<string> {
  const line = await inviteFirstAdministrator(servers.database, server.config);
  return /^First administrator: (\S+)/.exec(line ?? "")?.[1] ?? "";
}

async function linkFor(email: string): Promise<string> {
  const { inviting, address } = newLink(server.identity.issuer, email);
  await storeLink(servers.database.db, inviting);
  return address;
}

async function expectGone(response: Response): Promise<void> {
  expect(response.status).toBe(410);
  const page = await response.text();
  expect(page).toContain(goneHeading);
  expect(page).toContain("npm run invite -- EMAIL");
}

describe("with a database that has no administrator, the first address", () => {
  it("asks for name, email and password, and names what is missing", async () => {
    const address = await announced();
    for (const method of ["HEAD", "GET"]) expect((await new Browser().open(address, { method })).status).toBe(200);
    const refused = await new Browser().post(address, {
      ...entered,
      surname: "",
      email: "ada at harbour",
      next: "short",
    });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(alertIn(page)).toMatch(
      /Surname: This is a required field.*Email: Please enter a valid email address.*at least 12/s,
    );
    expect(page).toContain('value="Ada"');
    expect(page).toContain('value="ada at harbour"');
    const tooLong = await new Browser().post(address, { ...entered, email: `${"a".repeat(250)}@b.example` });
    expect(alertIn(await tooLong.text())).toContain("Please use no more than 255 characters.");
    expect(await findUserByEmail(servers.database.db, entered.email)).toBeUndefined();
  });

  it("is accepted once if two people post it at once, and signs the first one in without typing the password again", async () => {
    const [address, printedByAnother] = [await announced(), await announced()];
    const browsers = [new Browser(), new Browser()];
    const emails = [entered.email, "eve@harbour.example"];
    const answers = await Promise.all(
      browsers.map((browser, at) => browser.post(address, { ...entered, email: emails[at] ?? "" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    const winner = answers.findIndex(({ status }) => status === 303);
    expect(answers[winner]?.headers.get("location")).toBe(`${backOffice}/login?redirect=%2Fsetup&again=1`);

    const browser = browsers[winner] as Browser;
    const client = new Client(server);
    const start = client.authorizeUrl({ prompt: "login" });
    const first = await browser.follow(await browser.open(start), start);
    // An administrator is asked to set up a second factor, and may do it later.
    expect(await first.response.text()).toContain("<h1>Set up an authenticator app</h1>");
    const { url: callback } = await browser.follow(await browser.post(`${first.url}/later`, {}), first.url);
    const tokens = await tokensOf(await client.exchange(callback));
    const asked = await fetch(`${server.config.apiPublicUrl}/api/v1/users/permissions`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await asked.json()).toMatchObject({ name: "Ada Nguyen", users: { edit: true }, settings: { edit: true } });

    for (const each of [address, printedByAnother]) await expectGone(await new Browser().open(each));
    expect(await inviteFirstAdministrator(servers.database, server.config)).toBeUndefined();
    expect(await servers.database.db.select().from(users)).toHaveLength(1);
  });
});

describe("the address of npm run invite", () => {
  it("lets an administrator in who has lost everything, and only them", async () => {
    const lost = await servers.makeUser({ roles: ["Operator", "Administrator"], isActive: false });
    const { db } = servers.database;
    await db.insert(authenticatorApps).values({ userId: lost.id, sealedSecret: "sealed", lastStep: 0 });
    await servers.lock(lost.email);
    const address = await linkFor(lost.email);
    const page = await (await new Browser().open(address)).text();
    expect(page).toMatch(new RegExp(`value="${lost.email}"[^>]* readonly`));
    expect(page).not.toContain("Given name");
    const answer = await new Browser().post(address, { ...entered, email: "somebody@else.example" });
    expect(answer.status).toBe(303);
    expect(await findUserByEmail(db, lost.email)).toMatchObject({
      isActive: true,
      roles: ["Operator", "Administrator"],
    });
    expect(await findUserByEmail(db, "somebody@else.example")).toBeUndefined();
    expect(await db.select().from(authenticatorApps)).toEqual([]);
    const optional = await servers.open({ SECOND_FACTOR_ROLES: "none" });
    await signInAt(optional, lost.email, entered.next).finally(() => optional.app.close());
    await expectGone(await new Browser().post(address, entered));
  });

  it("makes an operator an administrator, and a new account for a new person", async () => {
    const operator = await servers.makeUser();
    await new Browser().post(await linkFor(operator.email.toUpperCase()), entered);
    await new Browser().post(await linkFor("new@harbour.example"), entered);
    const { db } = servers.database;
    expect((await findUserByEmail(db, operator.email))?.roles).toEqual(["Operator", "Administrator"]);
    expect(await findUserByEmail(db, "new@harbour.example")).toMatchObject({
      surname: "Nguyen",
      roles: ["Administrator"],
    });
  });

  it("works for 24 hours", async () => {
    const address = await linkFor("late@harbour.example");
    await servers.database.db.update(administratorLinks).set({ expiresAt: sql`now() - interval '1 second'` });
    await expectGone(await new Browser().open(address));
    await expectGone(await new Browser().post(address, entered));
  });

  it("cannot be guessed, and guessing is slowed down", async () => {
    const strict = await servers.open({ SIGN_IN_FAILURES_PER_ADDRESS_HOUR: "3" });
    const guess = (token: string) => new Browser().open(`${strict.identity.issuer}/administrator/${token}`);
    for (const token of ["a", "%00", "x".repeat(500)]) expect((await guess(token)).status).toBeGreaterThanOrEqual(400);
    for (let attempt = 0; attempt < 3; attempt++) await guess("a");
    expect((await guess("a")).status).toBe(429);
    await strict.app.close();
  });

  it("is not accepted from another site's form", async () => {
    const address = await linkFor("foreign@harbour.example");
    for (const headers of foreignHeaders)
      expect((await new Browser().post(address, entered, headers)).status).toBe(403);
    expect(await findUserByEmail(servers.database.db, "foreign@harbour.example")).toBeUndefined();
  });

  it("needs an email address, and a provider of our own", async () => {
    const env = { DATA_DIR: "/nowhere" };
    for (const args of [[], ["ada"], ["ada@harbour.example", "more"]])
      await expect(inviteCommand(args, env)).rejects.toThrow("Whom? npm run invite -- EMAIL");
    await expect(inviteCommand(["ada@harbour.example"], env)).rejects.toThrow("There is no database in /nowhere");
    await expect(
      inviteCommand(["ada@harbour.example"], { ...env, OIDC_AUTHORITY: "https://login.example" }),
    ).rejects.toThrow("FIRST_ADMIN");
  });
});

describe("with another OpenID provider", () => {
  const config = { oidc: { external: true }, firstAdministrator: "Boss@Harbour.example" } as TestServer["config"];
  const admit = (email: string | undefined) => admitFirstAdministrator(servers.database, config, { email });

  it("the person whom FIRST_ADMIN names becomes administrator at the first sign-in, once", async () => {
    const { db } = servers.database;
    await db.delete(users);
    expect(await admit("other@harbour.example")).toBe(false);
    expect(await admit(undefined)).toBe(false);
    expect((await Promise.all([admit("boss@harbour.example"), admit("boss@harbour.example")])).sort()).toEqual([
      false,
      true,
    ]);
    expect(await findUserByEmail(db, "boss@harbour.example")).toMatchObject({
      roles: ["Administrator"],
      isActive: true,
    });
    await db.update(users).set({ isActive: false }).where(eq(users.email, "boss@harbour.example"));
    expect(await admit("boss@harbour.example")).toBe(false);
    expect(await inviteFirstAdministrator(servers.database, config)).toBeUndefined();
  });

  it("nobody is made administrator where the built-in sign-in is used", async () => {
    await servers.database.db.delete(users);
    const builtIn = { ...config, oidc: { ...config.oidc, external: false } };
    expect(await admitFirstAdministrator(servers.database, builtIn, { email: "boss@harbour.example" })).toBe(false);
  });
});
