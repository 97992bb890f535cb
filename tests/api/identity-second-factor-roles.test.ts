import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoAccounts, demoPassword } from "#api/core/access/demo-accounts.ts";
import { hashPassword } from "#api/modules/identity/passwords.ts";
import { codeOf } from "#tests/support/authenticator.ts";
import { newTestServers, signInAt, type TestServer, type TestServers, tokensOf } from "#tests/support/identity.ts";
import { passPassword, recoveryCodesIn, secretIn, signInWith } from "#tests/support/second-factor.ts";

let servers: TestServers;
let server: TestServer;
const opened: TestServer[] = [];

async function open(environment: Record<string, string>): Promise<TestServer> {
  const at = await servers.open(environment);
  opened.push(at);
  return at;
}

beforeAll(async () => {
  servers = await newTestServers();
  server = await open({});
}, 60_000);

afterAll(async () => {
  await Promise.all(opened.map(({ app }) => app.close()));
  await servers.database.close();
});

/** Signs in up to the page for setting up a second factor. */
async function toSetUp(at: TestServer, email: string) {
  const way = await passPassword(at, email);
  expect(way.url).toMatch(/\/set-up$/);
  const page = await (await way.browser.open(way.url)).text();
  expect(page).toContain("<h1>Set up an authenticator app</h1>");
  return { ...way, page };
}

describe("signing in with a role that should have a second factor", () => {
  it.each(["Administrator", "Finance"])(
    "leads %s to the page that sets one up, and from there into the back office",
    async (role) => {
      const user = await servers.makeUser({ roles: ["Read Only", role] });
      const { browser, client, url, page } = await toSetUp(server, user.email);
      const wrong = await browser.post(url, { code: "000000" });
      expect(wrong.status).toBe(422);
      const secret = secretIn(await wrong.text());
      expect(secret).toBe(secretIn(page));
      const done = await browser.post(url, { code: codeOf(secret) });
      const shown = await done.text();
      const codes = recoveryCodesIn(shown);
      expect(codes).toHaveLength(10);
      const [, next = ""] = /<a class="button primary" href="([^"]+)">I have kept them/.exec(shown) ?? [];
      const { url: callback } = await browser.follow(await browser.open(next), next);
      const tokens = await tokensOf(await client.exchange(callback));
      expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: String(user.id), amr: ["pwd", "mfa", "otp"] });
      await signInWith(server, user.email, { recovery: codes[0] ?? "" });
    },
  );

  it("can be postponed, and asks again the next time", async () => {
    const user = await servers.makeUser({ roles: ["Finance"] });
    for (let time = 0; time < 2; time += 1) {
      const { browser, client, url, page } = await toSetUp(server, user.email);
      expect(page).toContain(">Later</button>");
      const { url: callback } = await browser.follow(await browser.post(`${url}/later`, {}), url);
      expect(decodeJwt((await tokensOf(await client.exchange(callback))).id_token)).toMatchObject({ amr: ["pwd"] });
    }
  });

  it("cannot be postponed if it is required", async () => {
    const strict = await open({ SECOND_FACTOR_REQUIRED: "on" });
    const user = await servers.makeUser({ roles: ["Administrator"] });
    const { browser, url, page } = await toSetUp(strict, user.email);
    expect(page).not.toContain("Later");
    const answer = await browser.post(`${url}/later`, {});
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("<h1>Set up an authenticator app</h1>");
  });

  it("applies to the roles that the operator configured", async () => {
    const catalogue = await open({ SECOND_FACTOR_ROLES: "Catalogue Manager, Supplier" });
    const nobody = await open({ SECOND_FACTOR_ROLES: "none" });
    const [manager, administrator] = [
      await servers.makeUser({ roles: ["Catalogue Manager"] }),
      await servers.makeUser({ roles: ["Administrator"] }),
    ];
    await toSetUp(catalogue, manager.email);
    await signInAt(catalogue, administrator.email);
    await signInAt(nobody, administrator.email);
    await signInAt(server, manager.email);
    await expect(servers.open({ SECOND_FACTOR_ROLES: "Administrator,Boss" })).rejects.toThrow("SECOND_FACTOR_ROLES");
  });

  it("does not bypass an existing second factor", async () => {
    const user = await servers.makeUser({ roles: ["Administrator"] });
    const first = await toSetUp(server, user.email);
    const second = await toSetUp(server, user.email);
    await first.browser.post(first.url, { code: codeOf(secretIn(first.page)) });
    const answer = await second.browser.post(second.url, { code: codeOf(secretIn(second.page)) });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      new URL(second.url).pathname.replace("/set-up", ""),
    ]);
    expect((await second.browser.post(`${second.url}/later`, {})).headers.get("location")).toBe(
      new URL(second.url).pathname.replace("/set-up", ""),
    );
  });

  it("does not affect the demo accounts while demo data is on", async () => {
    const demo = await open({ DEMO: "on", SECOND_FACTOR_REQUIRED: "on" });
    const [account] = demoAccounts;
    if (account?.role !== "Administrator") throw new Error("no demo administrator");
    await servers.makeUser({
      email: account.email,
      roles: [account.role],
      passwordHash: await hashPassword(demoPassword),
    });
    await signInAt(demo, account.email, demoPassword);
    // Other users with the role are asked.
    await toSetUp(demo, (await servers.makeUser({ roles: [account.role] })).email);
  });
});
