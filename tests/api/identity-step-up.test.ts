import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "#tests/support/authenticator.ts";
import {
  Browser,
  Client,
  newTestServers,
  password,
  signInAt,
  type TestServer,
  type TestServers,
  tokensOf,
} from "#tests/support/identity.ts";
import { letCodesWorkAgain, setUpApp, signInWith } from "#tests/support/second-factor.ts";

const mfa = "https://refeds.org/profile/mfa";

let servers: TestServers;
let server: TestServer;

beforeAll(async () => {
  servers = await newTestServers();
  server = await servers.open({ SECOND_FACTOR_ROLES: "none" });
}, 60_000);

afterAll(async () => {
  await server.app.close();
  await servers.database.close();
});

/** A user signed in with only the password, and with the authenticator app since. */
async function someone() {
  const user = await servers.makeUser({ roles: ["Administrator"] });
  const { browser, tokens } = await signInAt(server, user.email);
  const app = await setUpApp(server, browser);
  await letCodesWorkAgain(servers, user.id);
  return { user, browser, tokens, ...app };
}
type Someone = Awaited<ReturnType<typeof someone>>;

/** A command that requires a recent second factor: it changes another user's roles. */
async function changeRoles({ tokens }: Pick<Someone, "tokens">, at = server) {
  const other = await servers.makeUser();
  return at.app.inject({
    method: "POST",
    url: "/api/v1/users/UpdateUser",
    headers: { authorization: `Bearer ${tokens.access_token}` },
    payload: {
      Id: crypto.randomUUID(),
      UserId: other.id,
      Email: other.email,
      GivenName: "Pat",
      Surname: "Lee",
      Roles: ["Finance"],
    },
  });
}

/** Moves the last proof of identity into the past. */
async function letTimePass({ user }: Pick<Someone, "user">, seconds: number): Promise<void> {
  const at = Math.floor(Date.now() / 1000) - seconds;
  await servers.database.script(
    `update identity_payloads set payload = jsonb_set(payload, case when model = 'Session' then '{loginTs}'::text[] else '{authTime}'::text[] end, to_jsonb($1::int))
     where account_id = $2 and model in ('Session', 'RefreshToken')`,
    [at, String(user.id)],
  );
}

/** To the provider and back, as the back office redirects after the refusal. */
async function confirm({ browser }: Someone, fields: Record<string, string>) {
  const client = new Client(server);
  const start = client.authorizeUrl({ max_age: "600", acr_values: mfa });
  const { url, response } = await browser.follow(await browser.open(start), start);
  const page = await response.text();
  const { url: callback } = await browser.follow(await browser.post(url, fields), url);
  return { url, page, tokens: await tokensOf(await client.exchange(callback)) };
}

describe("an operation that requires a recent second factor", () => {
  it("is refused after a sign-in without the second factor, with the required action", async () => {
    const person = await someone();
    const answer = await changeRoles(person);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe(
      `Bearer error="insufficient_user_authentication", max_age="600", acr_values="${mfa}"`,
    );
    expect(answer.json()).toMatchObject({ code: "insufficient_user_authentication", max_age: 600, acr_values: mfa });
  });

  it("is the change of many users as well, and undoing it", async () => {
    const person = await someone();
    const other = await servers.makeUser({ roles: ["Finance"] });
    const { tokens } = await confirm(person, { code: codeOf(person.secret) });
    const send = (url: string, as: Someone["tokens"], fields: object) =>
      server.app.inject({
        method: "POST",
        url: `/api/v1/${url}`,
        headers: { authorization: `Bearer ${as.access_token}` },
        payload: { Id: crypto.randomUUID(), ...fields },
      });
    const change = { Ids: [other.id], Change: { Kind: "removeRole", Role: "Operator" } };
    expect((await send("users/ChangeMany", person.tokens, change)).statusCode).toBe(401);
    const begun = await send("users/ChangeMany", tokens, change);
    expect(begun.statusCode).toBe(200);
    await servers.database.script("update processes set finished_at = now() where id = $1", [begun.json()]);
    expect((await send("history/Undo", person.tokens, { UndoneId: begun.json() })).statusCode).toBe(401);
    // Nothing was changed, so there is nothing to undo; the proof is enough.
    expect((await send("history/Undo", tokens, { UndoneId: begun.json() })).statusCode).toBe(409);
  });

  it("is whatever gives access, or another server's orders and emails, and a customer's file", async () => {
    const person = await someone();
    const other = await servers.makeUser();
    const authorization = `Bearer ${person.tokens.access_token}`;
    const send = (url: string, fields: object) =>
      server.app.inject({
        method: "POST",
        url: `/api/v1/${url}`,
        headers: { authorization },
        payload: { Id: crypto.randomUUID(), ...fields },
      });
    const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
      (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(
      await statuses([
        send("applications/Accept", {}),
        send("marketplaces/UpdateMarketplaceChannel", {}),
        send("settings/RemoveMailServer", {}),
        send("users/ActivateUser", { UserId: other.id }),
        server.app.inject({ url: "/api/v1/customers/Export?ids=1", headers: { authorization } }),
      ]),
    ).toEqual([401, 401, 401, 401, 401]);
    const Id = crypto.randomUUID();
    expect((await send("users/DeactivateUser", { Id, UserId: other.id })).statusCode).toBe(200);
    expect((await send("history/Undo", { UndoneId: Id })).statusCode).toBe(401);
    const { tokens } = await confirm(person, { code: codeOf(person.secret) });
    const undone = await server.app.inject({
      method: "POST",
      url: "/api/v1/history/Undo",
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: { Id: crypto.randomUUID(), UndoneId: Id },
    });
    expect(undone.statusCode).toBe(200);
  });

  it("is allowed after entering the code, without the password, and the session continues", async () => {
    const person = await someone();
    const { page, tokens } = await confirm(person, { code: codeOf(person.secret) });
    expect(page).toContain("<h1>Confirm that it is you</h1>");
    expect(page).not.toContain('type="password"');
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      acr: mfa,
      auth_time: expect.any(Number),
      grant_id: decodeJwt(person.tokens.access_token).grant_id,
    });
    expect((await changeRoles({ tokens })).statusCode).toBe(200);
    // All other operations continue with the previous token.
    const before = await server.app.inject({
      url: "/api/v1/users",
      headers: { authorization: `Bearer ${person.tokens.access_token}` },
    });
    expect(before.statusCode).toBe(200);
  });

  it("is refused again ten minutes after the last proof, also with a token renewed since", async () => {
    const person = await someone();
    const { tokens } = await signInWith(server, person.user.email, { code: codeOf(person.secret) });
    expect((await changeRoles({ tokens })).statusCode).toBe(200);
    await letTimePass(person, 9 * 60);
    const client = new Client(server);
    const renewed = await tokensOf(await client.refresh(tokens.refresh_token));
    expect((await changeRoles({ tokens: renewed })).statusCode).toBe(200);
    await letTimePass(person, 10 * 60 + 1);
    const late = await tokensOf(await client.refresh(renewed.refresh_token));
    expect((await changeRoles({ tokens: late })).statusCode).toBe(401);
  });

  it("does not ask again after a recent proof", async () => {
    const person = await someone();
    await confirm(person, { code: codeOf(person.secret) });
    const client = new Client(server);
    const { url } = await person.browser.follow(
      await person.browser.open(client.authorizeUrl({ max_age: "600", acr_values: mfa })),
      server.identity.issuer,
    );
    expect(url).toContain("/auth-callback?code=");
  });

  it("is allowed to users without a second factor", async () => {
    const user = await servers.makeUser({ roles: ["Administrator"] });
    const { tokens } = await signInAt(server, user.email);
    expect((await changeRoles({ tokens })).statusCode).toBe(200);
  });

  it.each([
    ["is refused to users without one if their role requires it", { SECOND_FACTOR_REQUIRED: "on" }, 401],
    ["is never refused if the operator switched that off", { SECOND_FACTOR_REQUIRED: "on", STEP_UP_MINUTES: "0" }, 200],
  ])("%s", async (_, environment, status) => {
    const strict = await servers.open(environment);
    const user = await servers.makeUser();
    const { tokens } = await signInAt(strict, user.email);
    await servers.database.script("update users set roles = '{Administrator}' where id = $1", [user.id]);
    expect((await changeRoles({ tokens }, strict)).statusCode).toBe(status);
    await strict.app.close();
  });

  it("is refused after a shorter time if the operator configured that", async () => {
    const patient = await servers.open({ STEP_UP_MINUTES: "60" });
    const person = await someone();
    const { tokens } = await signInWith(patient, person.user.email, { code: codeOf(person.secret) });
    for (const [minutes, status] of [
      [59, 200],
      [61, 401],
    ] as const) {
      await letTimePass(person, minutes * 60);
      const renewed = await tokensOf(await new Client(patient).refresh(tokens.refresh_token));
      expect((await changeRoles({ tokens: renewed }, patient)).statusCode).toBe(status);
    }
    await patient.app.close();
  });
});

describe("confirming one's identity", () => {
  it("starts with the password in a browser that is not signed in", async () => {
    const person = await someone();
    const browser = new Browser();
    const { response } = await browser.follow(
      await browser.open(new Client(server).authorizeUrl({ max_age: "600", acr_values: mfa })),
      server.identity.issuer,
    );
    expect(await response.text()).toContain('type="password"');
    const { page } = await confirm(person, { code: codeOf(person.secret) });
    expect(page).not.toContain('type="password"');
  });

  it("starts with the password if the user has to sign in anyway", async () => {
    const { browser } = await someone();
    const start = new Client(server).authorizeUrl({ max_age: "600", acr_values: mfa, prompt: "login" });
    const { response } = await browser.follow(await browser.open(start), start);
    expect(await response.text()).toContain('type="password"');
  });

  it("does not accept a sign-in with only a password as confirmation", async () => {
    const user = await servers.makeUser();
    const client = new Client(server);
    const { browser } = await signInAt(server, user.email);
    const start = client.authorizeUrl({ acr_values: mfa });
    const { url } = await browser.follow(await browser.open(start), start);
    const { url: callback } = await browser.follow(await browser.post(url, { email: user.email, password }), url);
    const tokens = await tokensOf(await client.exchange(callback));
    expect(decodeJwt(tokens.access_token).acr).toBeUndefined();
  });
});
