import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import { failedSignIns, identityPayloads, passwordLinks, users as table } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { jobHandlers } from "#api/registries/jobs.ts";
import { operations } from "#contract/operations.ts";
import { userMessages } from "#contract/users/schema.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();
const { db } = api.database;
const { users } = operations;
const admin = await api.aUser({ roles: ["Administrator"] });
const person = (traits = {}) => ({
  Email: `person-${randomUUID()}@example.com`,
  GivenName: "Nia",
  Surname: "Cole",
  Roles: ["Finance" as const],
  ...traits,
});
const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];

describe("the list of users", () => {
  const word = `w${Date.now()}`;
  const make = (givenName: string, traits = {}) =>
    db
      .insert(table)
      .values({ email: `${givenName}-${word}@example.com`, givenName, surname: word, roles: ["Finance"], ...traits });

  test("can be searched by name and address, filtered by role and status, and sorted by every column", async () => {
    await make("Ana");
    await make("Ben", { roles: ["Operator", "Finance"] });
    await make("Cas", { isActive: false });
    const names = async (input: object) =>
      (await api.ok(admin, users.list, { searchText: word, ...input })).items.map(({ givenName }) => givenName);
    expect(await names({})).toEqual(["Ana", "Ben", "Cas"]);
    expect(await names({ searchText: `cas ${word}` })).toEqual(["Cas"]);
    expect(await names({ searchText: `BEN-${word}@` })).toEqual(["Ben"]);
    expect(await names({ showActiveOnly: true })).toEqual(["Ana", "Ben"]);
    expect(await names({ role: "Operator" })).toEqual(["Ben"]);
    expect(await names({ sortFieldName: "email", sortDirection: "Descending" })).toEqual(["Cas", "Ben", "Ana"]);
    // As in the other lists, active ones come first.
    expect(await names({ sortFieldName: "isActive" })).toEqual(["Ana", "Ben", "Cas"]);
    expect((await names({ sortFieldName: "isActive", sortDirection: "Descending" }))[0]).toBe("Cas");
  });

  test("shows who is locked out, with the email address as user name", async () => {
    const { id } = await api.aUser({ isLocked: true });
    const { items } = await api.ok(admin, users.list, { searchText: (await stored(id))?.email });
    expect(items).toMatchObject([
      { id, userName: (await stored(id))?.email, isLockedOut: true, isActive: true, roles: expect.any(Array) },
    ]);
  });

  test("shows the last sign-in, and sorts users who never signed in last", async () => {
    const name = `sign-in-${randomUUID()}`;
    const at = (day: string) => ({ surname: name, lastSignedInAt: new Date(`2026-03-${day}T01:02:03Z`) });
    await make("Old", at("01"));
    await make("New", at("09"));
    await make("None", { surname: name });
    const { items } = await api.ok(admin, users.list, {
      searchText: name,
      sortFieldName: "lastSignInDate",
      sortDirection: "Descending",
    });
    expect(items.map(({ givenName, lastSignInDate }) => [givenName, lastSignInDate])).toEqual([
      ["New", "2026-03-09T01:02:03.000Z"],
      ["Old", "2026-03-01T01:02:03.000Z"],
      ["None", null],
    ]);
  });

  test("refuses an unknown role", async () => {
    expect(await api.call(admin, users.list, { role: "King" as never })).toMatchObject({ status: 422 });
  });
});

test("a user is shown with roles and suppliers, and never with a password", async () => {
  const supplier = await api.aSupplier({ name: "Related" });
  const { id } = await api.aUser({ links: [{ supplier }] });
  const shown = await api.call(admin, users.get, { id });
  expect(shown.body).toMatchObject({ id, roles: ["Supplier"], suppliers: [{ id: supplier, name: "Related" }] });
  expect(shown.raw.body).not.toMatch(/password/i);
  expect(await api.call(admin, users.get, { id: 999_999 })).toMatchObject({ status: 404 });
});

describe("registering a user", () => {
  test("creates the account and sends a welcome email with a link that works once", async () => {
    const Id = randomUUID();
    const input = { ...person(), Id };
    const id = await api.ok(admin, users.register, input);
    expect(await api.ok(admin, users.register, input)).toBe(id);
    expect(await stored(id)).toMatchObject({
      email: input.Email,
      givenName: "Nia",
      roles: ["Finance"],
      passwordHash: null,
      isActive: true,
    });
    const mails = await api.mailsTo(input.Email);
    expect(mails).toMatchObject([
      { subject: "Welcome to Countinghouse", text: expect.stringMatching(/\/identity\/password\/[\w-]{43}/) },
    ]);
    expect(await db.$count(passwordLinks, eq(passwordLinks.userId, id))).toBe(1);
  });

  test.each([
    ["Email", { Email: "" }, "Please enter a valid email address"],
    ["Email", { Email: "a@b" }, "Please enter a valid email address"],
    ["Email", { Email: `a@${"b.".repeat(130)}com` }, "Please use no more than 255 characters."],
    ["GivenName", { GivenName: "x".repeat(101) }, "Please use no more than 100 characters."],
    ["Surname", { Surname: "x".repeat(51) }, "Please use no more than 50 characters."],
    ["Roles", { Roles: [] }, "Please select at least one user role"],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await api.call(admin, users.register, person(traits));
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
  });

  test("refuses an address already in use, ignoring case, and sends nothing", async () => {
    const input = person();
    await api.ok(admin, users.register, input);
    const again = await api.call(admin, users.register, { ...input, Email: input.Email.toUpperCase() });
    expect(again).toMatchObject({
      status: 422,
      problem: { errors: { Email: ["Another user has this email address."] } },
    });
    expect(await api.mailsTo(input.Email.toUpperCase())).toEqual([]);
  });
});

test("the days of a link begin when its email has left, and end like others if it never leaves", async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const daysLeft = async (id: number) => {
    const [link] = await db.select().from(passwordLinks).where(eq(passwordLinks.userId, id));
    return Math.round(((link?.expiresAt.getTime() ?? 0) - Date.now()) / dayMs);
  };
  let isDown = true;
  const { mail } = jobHandlers({
    ...{ database: api.database, config: readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone" }) },
    ...{ files: databaseFiles, jobs: { enqueue: async () => {} } },
    sendEmail: async () => {
      if (isDown) throw new Error("the mail server is down");
    },
  });
  const [lost, input] = [person(), person()];
  const [lostId, id] = [await api.ok(admin, users.register, lost), await api.ok(admin, users.register, input)];
  const [lostEmail, email] = [(await api.mailsTo(lost.Email))[0], (await api.mailsTo(input.Email))[0]];
  if (!lostEmail || !email) throw new Error("The emails were not written.");
  await expect(mail(email, { id: "1", isLastTry: false })).rejects.toThrow("down");
  expect(await daysLeft(id)).toBeGreaterThan(1_000);
  await expect(mail(lostEmail, { id: "2", isLastTry: true })).rejects.toThrow("down");
  expect(await daysLeft(lostId)).toBe(7);
  isDown = false;
  await mail(email, { id: "1", isLastTry: false });
  expect(await daysLeft(id)).toBe(7);
  await db.update(passwordLinks).set({ expiresAt: new Date(Date.now() + dayMs) });
  await mail(email, { id: "1", isLastTry: false });
  expect(await daysLeft(id)).toBe(1);
});

test("resending the welcome email invalidates the previous link", async () => {
  const input = person();
  const id = await api.ok(admin, users.register, input);
  const [before] = await db.select().from(passwordLinks).where(eq(passwordLinks.userId, id));
  await api.ok(admin, users.resendRegistrationEmail, { UserId: id });
  const after = await db.select().from(passwordLinks).where(eq(passwordLinks.userId, id));
  expect(after).toHaveLength(1);
  expect(after[0]?.tokenDigest).not.toBe(before?.tokenDigest);
  expect(await api.mailsTo(input.Email)).toHaveLength(2);
});

describe("changing a user", () => {
  test("stores the input trimmed", async () => {
    const { id } = await api.aUser({});
    const input = person({ GivenName: " Jo ", Roles: ["Finance", "Read Only", "Finance"] });
    await api.ok(admin, users.update, { ...input, UserId: id });
    expect(await stored(id)).toMatchObject({ email: input.Email, givenName: "Jo", roles: ["Finance", "Read Only"] });
  });

  test("invalidates a link that was sent to the previous address", async () => {
    const id = await api.ok(admin, users.register, person());
    await api.ok(admin, users.update, { ...person(), UserId: id });
    expect(await db.$count(passwordLinks, eq(passwordLinks.userId, id))).toBe(0);
  });

  test("keeps an administrator's own administrator role", async () => {
    const answer = await api.call(admin, users.update, { ...person(), UserId: admin.id });
    expect(answer).toMatchObject({
      status: 422,
      problem: { errors: { Roles: [expect.stringContaining("cannot take the role Administrator from yourself")] } },
    });
  });
});

describe("deactivating a user", () => {
  test("ends their sessions and refuses their next request; activating allows them in again", async () => {
    const user = await api.aUser({ roles: ["Finance"] });
    await db
      .insert(identityPayloads)
      .values({ model: "RefreshToken", id: randomUUID(), payload: {}, accountId: String(user.id) });
    expect(await api.call(user, users.permissions, {})).toMatchObject({ status: 200 });
    await api.ok(admin, users.deactivate, { UserId: user.id });
    expect(await api.call(user, users.permissions, {})).toMatchObject({ status: 401 });
    expect(await db.$count(identityPayloads, eq(identityPayloads.accountId, String(user.id)))).toBe(0);
    await api.ok(admin, users.activate, { UserId: user.id });
    expect(await api.call(user, users.permissions, {})).toMatchObject({ status: 200 });
  });

  test("is refused for one's own account", async () => {
    expect(await api.call(admin, users.deactivate, { UserId: admin.id })).toMatchObject({ status: 409 });
    expect(await stored(admin.id)).toMatchObject({ isActive: true });
  });

  test("prevents resending the welcome email", async () => {
    const { id, email } = await api.aUser({ isActive: false });
    expect(await api.call(admin, users.resendRegistrationEmail, { UserId: id })).toMatchObject({ status: 409 });
    expect(await api.mailsTo(email)).toEqual([]);
  });
});

test("an account shows its user's name and that it is the caller's own", async () => {
  const { id } = await api.aUser({});
  expect(await api.ok(admin, users.get, { id })).toMatchObject({ isOwn: false });
  expect(await api.ok(admin, users.get, { id: admin.id })).toMatchObject({ isOwn: true });
  const renamed = await api.aUser({ roles: ["Operator"] });
  await db.update(table).set({ givenName: "Kim", surname: "Newname" }).where(eq(table.id, renamed.id));
  expect(await api.ok(renamed, users.permissions, {})).toMatchObject({ name: "Kim Newname" });
});

test("activating unlocks an account and resets its failed sign-ins", async () => {
  const { id, email } = await api.aUser({ isLocked: true });
  await db.insert(failedSignIns).values({ userName: email });
  await api.ok(admin, users.activate, { UserId: id });
  expect(await api.ok(admin, users.get, { id })).toMatchObject({ isActive: true, isLockedOut: false });
  expect(await db.$count(failedSignIns, eq(failedSignIns.userName, sql`${email}`))).toBe(0);
});

test("messages match the specification", () => {
  expect(userMessages).toEqual({
    saved: "User details updated successfully.",
    welcomeResent: "Welcome email has been resent.",
    notSaved: "Oh dear, we could not save the user details due to an unexpected error.",
  });
});
