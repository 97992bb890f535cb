import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import { countedActions, heldMails, suppliers } from "#api/core/database/schema/index.ts";
import { deleteExpiredActions, durationText } from "#api/core/limits/quota.ts";
import { sendHeldMails } from "#api/core/mail/limited.ts";
import { notify } from "#api/core/notifications/notify.ts";
import { operations } from "#contract/operations.ts";
import { networkOf } from "#contract/rules/network.ts";
import { tooManyRequests } from "#contract/rules/token-bucket.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import {
  Browser,
  failToSignInAt,
  newTestServers,
  signInAt,
  type TestServers,
  toSignIn,
} from "#tests/support/identity.ts";
import type { TestUser } from "#tests/support/world.ts";

const limits = {
  API_RATE_LIMIT_PERSON: "20/0.1",
  API_RATE_LIMIT_ADDRESS: "30/0.1",
  TRUSTED_PROXIES: "1",
  MAILS_PER_ADDRESS_HOUR: "2",
  MAILS_PER_SENDER_DAY: "4",
  MAILS_PER_OPERATOR_DAY: "6",
};
const api = await startApi(limits);
const usual = await startApi();
const { suppliers: supplierOperations, users, configuration } = operations;

describe("a caller who exceeds the limit", () => {
  const list = (user: TestUser) => api.send(user, requestFor(supplierOperations.list, {}));

  test("is refused with the time to wait, whatever address the requests come from", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    const answers = [];
    for (let n = 0; n < 40; n++)
      answers.push(await api.send(user, { ...requestFor(supplierOperations.list, {}), remoteAddress: `192.0.2.${n}` }));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(20);
    for (const answer of refused) {
      const seconds = Number(answer.headers["retry-after"]);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(answer.json()).toMatchObject({
        title: "Too many requests",
        message: tooManyRequests(seconds),
      });
    }
  });

  test("does not affect others at the same address", async () => {
    const [greedy, other] = [await api.aUser({ roles: ["Operator"] }), await api.aUser({ roles: ["Operator"] })];
    for (let n = 0; n < 30; n++) await list(greedy);
    expect((await list(other)).statusCode).toBe(200);
  });

  test("uses more of the limit for a file than for a page", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    const statuses = [];
    for (let n = 0; n < 4; n++)
      statuses.push((await api.send(user, requestFor(operations.orders.excelExport, {}))).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });

  const anonymous = (headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
    api.send(undefined, { ...requestFor(configuration.get, {}), headers, remoteAddress });

  test("is identified by the address that the trusted proxy reports, never by a forged header", async () => {
    let refused = 0;
    for (let n = 0; n < 60; n++)
      if ((await anonymous({ "x-forwarded-for": `10.0.0.${n}, 203.0.113.5` })).statusCode === 429) refused++;
    expect(refused).toBeGreaterThan(0);
    expect((await anonymous({ "x-forwarded-for": "203.0.113.6" })).statusCode).toBe(200);
  });

  test("is identified by the connection's address if no proxy is trusted", async () => {
    const strict = await startApi({ ...limits, TRUSTED_PROXIES: "0" });
    const statuses = [];
    for (let n = 0; n < 60; n++) {
      statuses.push(
        (
          await strict.send(undefined, {
            ...requestFor(configuration.get, {}),
            headers: { "x-forwarded-for": `203.0.113.${n}` },
          })
        ).statusCode,
      );
    }
    expect(statuses).toContain(429);
  });

  test("is limited for invalid tokens too, while health checks are always answered", async () => {
    const guesser = { id: 0, email: "", token: "a guess" };
    const guess = () =>
      api.send(guesser, { ...requestFor(supplierOperations.list, {}), headers: { "x-forwarded-for": "203.0.113.77" } });
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await guess()).statusCode);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    for (let n = 0; n < 60; n++) expect((await api.send(undefined, { url: "/healthz" })).statusCode).toBe(200);
  });

  test("a busy user never reaches the default limits", async () => {
    const user = await usual.aUser({ roles: ["Operator"] });
    for (let n = 0; n < 300; n++)
      expect((await usual.send(user, requestFor(users.permissions, {}))).statusCode).toBe(200);
  });
});

describe("a rate limit", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"],
    ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("for the address %s applies to its network %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    [1, "1 second"],
    [89, "89 seconds"],
    [91, "2 minutes"],
    [5_400, "2 hours"],
  ])("exhausted for %d seconds is worded for people: %s", (seconds, words) => {
    expect(durationText(seconds)).toBe(words);
  });
});

describe("emails triggered by users", () => {
  let administrator: TestUser;
  beforeEach(async () => {
    administrator = await api.aUser({ roles: ["Administrator"] });
  });
  const invite = (Email: string, by = administrator) =>
    api.call(by, users.register, { Email, GivenName: "Kim", Surname: "Doe", Roles: ["Operator"] });
  const subjectsTo = async (address: string) => (await api.mailsTo(address)).map(({ subject }) => subject);

  test("limit invitations to two per address and hour here, and the refusal says when to try again", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    const resend = () => api.call(administrator, users.resendRegistrationEmail, { UserId: user.id });
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
    const { status, problem, raw } = await resend();
    expect([status, problem.message]).toEqual([
      429,
      "No more emails can be sent to this address, or by you, for now. Nothing was changed. Please try again in 60 minutes.",
    ]);
    expect(Number(raw.headers["retry-after"])).toBeGreaterThan(3_000);
    expect(await subjectsTo(user.email)).toHaveLength(2);
  });

  test("are limited to six per sender and day here, and a refused invitation creates no user", async () => {
    const addresses = Array.from({ length: 7 }, () => `${randomUUID()}@example.com`);
    const statuses = [];
    for (const address of addresses) statuses.push((await invite(address)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const { rows } = await api.database.script("select 1 from users where email = $1", [addresses[6]]);
    expect(rows).toEqual([]);
  });

  test("are limited to four a day here for staff of a supplier, however many an operator may send", async () => {
    const supplier = await api.aSupplier();
    const staff = await api.aUser({ links: [{ supplier }] });
    const statuses = [];
    for (let n = 0; n < 5; n++) {
      const person = { SupplierId: supplier, UserEmail: `${randomUUID()}@example.com`, Permissions: [4] };
      statuses.push((await api.call(staff, supplierOperations.addUser, person)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test("let an operator invite sixty-one people, whose emails leave in groups of thirty", async () => {
    const operator = await usual.aUser({ roles: ["Administrator"] });
    for (let n = 0; n < 61; n++)
      await usual.ok(operator, users.register, {
        ...{ Email: `${randomUUID()}@example.com`, GivenName: "Kim", Surname: "Doe", Roles: ["Operator"] },
      });
    const { count, lastDate } = await usual.ok(operator, operations.notifications.emailsUnderWay, {});
    expect(count).toBe(31);
    const minutes = (Date.parse(lastDate ?? "") - Date.now()) / 60_000;
    expect([minutes > 9, minutes <= 10]).toEqual([true, true]);
    const other = await usual.aUser({ roles: ["Administrator"] });
    expect(await usual.ok(other, operations.notifications.emailsUnderWay, {})).toEqual({ count: 0, lastDate: null });
  });

  test("count towards nobody's daily limit if the system causes them", async () => {
    const { database } = api;
    const user = await api.aUser({ roles: ["Operator"] });
    const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone" });
    const parts = { db: database.db, config, jobs: { enqueue: async () => {} } };
    const news = { kind: "failed", title: "The shop cannot be reached", path: "/deliveries" } as const;
    await api.ok(user, operations.notifications.updateMailSettings, await everything("atOnce", user));
    await notify(parts, [user.id], news);
    const ofUser = (key: string) => database.db.$count(countedActions, eq(countedActions.key, key));
    expect([await ofUser(`mail to ${user.email}`), await ofUser(`mail by user ${user.id}`)]).toEqual([1, 0]);
  });

  test("are also limited when sent simultaneously", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    const senders = await Promise.all(Array.from({ length: 6 }, () => api.aUser({ roles: ["Administrator"] })));
    await Promise.all(senders.map((sender) => api.call(sender, users.resendRegistrationEmail, { UserId: user.id })));
    expect(await subjectsTo(user.email)).toHaveLength(2);
  });

  test("report every change of bank details; those above the limit are sent together as soon as allowed", async () => {
    const contact = `${randomUUID()}@example.com`;
    const supplier = await api.aSupplier({ billingContactEmails: contact });
    for (let n = 0; n < 5; n++) {
      const account = { ABN: "", BSB: "066102", AccountNumber: `1234567${n}`, AccountName: "Acacia" };
      expect(
        (
          await api.call(administrator, supplierOperations.updateFinancialDetails, {
            SupplierId: supplier,
            BillingContactEmails: contact,
            ...account,
          })
        ).status,
      ).toBe(200);
    }
    expect(await subjectsTo(contact)).toHaveLength(2);
    const jobs = { enqueue: enqueueOf(contact) };
    await sendHeldMails(api.database, jobs, limitsOfApi);
    expect(gathered).toEqual([]);
    await api.database.db.update(countedActions).set({ at: sql`now() - interval '61 minutes'` });
    await sendHeldMails(api.database, jobs, limitsOfApi);
    await sendHeldMails(api.database, jobs, limitsOfApi);
    expect(gathered.map(({ subject }) => subject)).toEqual(["3 messages from Countinghouse"]);
    expect(gathered[0]?.text.match(/bank details/gi)?.length).toBeGreaterThanOrEqual(3);
    expect(await api.database.db.$count(heldMails)).toBe(0);
    const [stored] = await api.database.db.select().from(suppliers).where(sql`id = ${supplier}`);
    expect(stored?.accountNumber).toBe("12345674");
  });

  const limitsOfApi = {
    ...readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone" }).limits,
    mailsPerAddressHour: 2,
    mailsPerSenderDay: 4,
    mailsPerOperatorDay: 6,
  };
  const gathered: { subject: string; text: string }[] = [];
  const enqueueOf = (address: string) => async (_db: unknown, _name: string, data: object) => {
    const mail = data as { to: string; subject: string; text: string };
    if (mail.to === address) gathered.push(mail);
  };

  async function everything(mode: "atOnce", user: TestUser) {
    const stored = await api.ok(user, operations.notifications.mailSettings, {});
    return Object.fromEntries(Object.keys(stored).map((field) => [field, mode])) as typeof stored;
  }

  test("are no longer counted after a day", async () => {
    await api.database.db.update(countedActions).set({ at: sql`now() - interval '25 hours'` });
    await deleteExpiredActions(api.database);
    expect(await api.database.db.$count(countedActions)).toBe(0);
  });
});

describe("limits of the sign-in", () => {
  let servers: TestServers;
  beforeAll(async () => {
    servers = await newTestServers();
  }, 60_000);
  afterAll(() => servers.database.close());

  test("refuse an address that has guessed at many accounts, with a message, across all processes", async () => {
    const environment = { SIGN_IN_FAILURES_PER_ADDRESS_HOUR: "4" };
    const [one, other] = [await servers.open(environment), await servers.open(environment)];
    const user = await servers.makeUser();
    for (let n = 0; n < 4; n++) await failToSignInAt(n % 2 ? one : other, `nobody-${n}@example.com`, "guess");
    const { url, browser } = await toSignIn(one);
    const refused = await browser.post(url, { email: user.email, password: "whatever" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(await refused.text()).toContain(
      "Too many sign-ins from your network have failed. Please try again in 60 minutes.",
    );
    await Promise.all([one.app.close(), other.app.close()]);
    const open = await servers.open();
    await signInAt(open, user.email);
    await open.app.close();
  });

  test("limit daily emails for new passwords, with the same response above the limit", async () => {
    const server = await servers.open({ MAILS_PER_SENDER_DAY: "2" });
    const people = await Promise.all([1, 2, 3].map(() => servers.makeUser()));
    const answers = [];
    for (const { email } of people)
      answers.push(await new Browser().post(`${server.identity.issuer}/forgotten`, { email }));
    expect(answers.map((answer) => [answer.status, answer.headers.get("location")])).toEqual(
      Array(3).fill([303, "/identity/forgotten?sent=1"]),
    );
    await server.app.close();
    const { rows } = await servers.database.script("select 1 from jobs.job where name = 'mail'");
    expect(rows).toHaveLength(2);
  });

  test("answer 429 with a message if one address sends too many requests", async () => {
    const server = await servers.open({ API_RATE_LIMIT_ADDRESS: "20/0.1" });
    const answers = [];
    for (let n = 0; n < 30; n++) answers.push(await fetch(`${server.identity.issuer}/forgotten`));
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.text()).toContain("There were too many requests in a short time.");
    await server.app.close();
  });
});
