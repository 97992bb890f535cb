import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passkeys } from "#api/core/database/schema/index.ts";
import {
  type Browser,
  newTestServers,
  password,
  signInAt,
  type TestServer,
  type TestServers,
} from "#tests/support/identity.ts";
import { passPassword, secondFactorUrl } from "#tests/support/second-factor.ts";

// Valid passkeys are tested in a browser: tests/screens/second-factor.spec.ts.

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

const ticketIn = (page: string) => /name="ticket" value="([\w-]+)"/.exec(page)?.[1] ?? "";
const optionsIn = (page: string) =>
  JSON.parse((/data-options="([^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&quot;", '"')) as Record<string, unknown>;
const addUrl = () => `${secondFactorUrl(server)}/passkey`;

async function openForm(browser: Browser) {
  const response = await browser.open(addUrl());
  return { response, page: await response.text() };
}

/** A user with a passkey whose device is not available. */
async function someoneWithPasskey() {
  const user = await servers.makeUser();
  const id = Buffer.from(`credential of ${user.id}`).toString("base64url");
  await servers.database.db.insert(passkeys).values({
    id,
    userId: user.id,
    name: "Phone",
    publicKey: Buffer.from("key"),
    counter: 0,
    transports: ["internal"],
  });
  return { user, id };
}

describe("the page for adding a passkey", () => {
  it("runs one script of its own, and no other page runs any", async () => {
    const { browser } = await signInAt(server, (await servers.makeUser()).email);
    const { response, page } = await openForm(browser);
    const origin = new URL(server.identity.issuer).origin;
    const [, script = ""] = /<script src="([^"]+)" defer><\/script>/.exec(page) ?? [];
    expect(response.headers.get("content-security-policy")).toContain(`script-src ${origin}${script};`);
    expect((await browser.open(`${origin}${script}`)).headers.get("content-type")).toContain("javascript");
    const profile = await browser.open(`${server.identity.issuer}/profile`);
    expect(profile.headers.get("content-security-policy")).not.toContain("script-src");
  });

  it("requests a key for this user and this origin, with a new challenge each time", async () => {
    const user = await servers.makeUser();
    const { browser } = await signInAt(server, user.email);
    const [one, two] = [optionsIn((await openForm(browser)).page), optionsIn((await openForm(browser)).page)];
    expect(one).toMatchObject({
      rp: { id: "localhost", name: "Countinghouse" },
      user: { name: user.email },
      attestation: "none",
    });
    expect(one.challenge).not.toBe(two.challenge);
  });

  it.each([
    "",
    "{}",
    "null",
    "[]",
    '"text"',
    "not JSON",
    '{"id":"x","rawId":"x","type":"public-key","response":{}}',
    "\u0000",
  ])("refuses an invalid response with a message: %j", async (passkey) => {
    const { browser } = await signInAt(server, (await servers.makeUser()).email);
    const { page } = await openForm(browser);
    const answer = await browser.post(addUrl(), { name: "Phone", password, ticket: ticketIn(page), passkey });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The passkey could not be checked, so it was not added.");
  });

  it("requires a name and the password", async () => {
    const { browser } = await signInAt(server, (await servers.makeUser()).email);
    const { page } = await openForm(browser);
    const answer = await (
      await browser.post(addUrl(), {
        name: "x".repeat(61),
        password: "another password",
        ticket: ticketIn(page),
        passkey: "{}",
      })
    ).text();
    expect(answer).toContain("Please use no more than 60 characters.");
    expect(answer).toContain("This is not your current password.");
  });
});

describe("signing in with a passkey as the second factor", () => {
  it("requests one of the user's own passkeys, and offers no code field without an app", async () => {
    const { user, id } = await someoneWithPasskey();
    const { browser, url } = await passPassword(server, user.email);
    const page = await (await browser.open(url)).text();
    expect(optionsIn(page)).toMatchObject({
      rpId: "localhost",
      allowCredentials: [{ id, type: "public-key", transports: ["internal"] }],
    });
    expect(page).not.toContain("Code from your authenticator app");
    expect(page).toContain("Recovery code");
  });

  it("refuses a forged signature, a used challenge and the challenge of another user", async () => {
    const [mia, ben] = [await someoneWithPasskey(), await someoneWithPasskey()];
    const way = await passPassword(server, mia.user.email);
    const other = await passPassword(server, ben.user.email);
    const ticket = ticketIn(await (await way.browser.open(way.url)).text());
    const theirs = ticketIn(await (await other.browser.open(other.url)).text());
    const forged = JSON.stringify({
      id: mia.id,
      rawId: mia.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" },
    });
    for (const each of [ticket, ticket, theirs, "", "\u0000"]) {
      const answer = await way.browser.post(way.url, { ticket: each, passkey: forged });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain("This passkey could not be checked.");
    }
  });
});
