import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { authenticatorApps, passkeys, recoveryCodes, users as table } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();
const elsewhere = await startApi({ OIDC_AUTHORITY: "https://sign-in.example", OIDC_AUDIENCE: "https://api.example" });
const { db } = api.database;
const { users } = operations;
const admin = await api.aUser({ roles: ["Administrator"] });

async function someoneWithFactors() {
  const { id } = await api.aUser({ roles: ["Finance"] });
  await db.insert(authenticatorApps).values({ userId: id, sealedSecret: "sealed", lastStep: 0 });
  await db
    .insert(passkeys)
    .values({ id: randomUUID(), userId: id, name: "Phone", publicKey: Buffer.from("key"), counter: 0, transports: [] });
  await db.insert(recoveryCodes).values({ userId: id, digest: "digest" });
  const [user] = await db.select().from(table).where(eq(table.id, id));
  return { id, email: user?.email ?? "" };
}

const leftOf = async (userId: number) =>
  (
    await Promise.all(
      [authenticatorApps, passkeys, recoveryCodes].map((each) => db.select().from(each).where(eq(each.userId, userId))),
    )
  ).flat().length;

test("resetting a second factor removes all of it, notifies the owner once, and affects nobody else", async () => {
  const [user, other] = [await someoneWithFactors(), await someoneWithFactors()];
  expect(await api.ok(admin, users.get, { id: user.id })).toMatchObject({ hasSecondFactor: true });
  const Id = randomUUID();
  for (let time = 0; time < 3; time += 1)
    expect(await api.ok(admin, users.resetSecondFactor, { UserId: user.id, Id })).toBeNull();
  expect([await leftOf(user.id), await leftOf(other.id)]).toEqual([0, 3]);
  expect(await api.ok(admin, users.get, { id: user.id })).toMatchObject({ hasSecondFactor: false });
  const [mail, ...more] = await api.mailsTo(user.email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: "Your second factor was reset" });
  expect(await api.mailsTo(other.email)).toEqual([]);
});

test("a user without a second factor gets no email about a reset", async () => {
  const { id } = await api.aUser({ roles: ["Finance"] });
  await api.ok(admin, users.resetSecondFactor, { UserId: id });
  const [user] = await db.select().from(table).where(eq(table.id, id));
  expect(await api.mailsTo(user?.email ?? "")).toEqual([]);
});

test("users cannot reset their own second factor, nor that of an unknown user", async () => {
  expect(await api.call(admin, users.resetSecondFactor, { UserId: admin.id })).toMatchObject({
    status: 409,
    problem: {
      message: "You cannot reset your own second factor here. Change it in your profile, or ask another administrator.",
    },
  });
  expect(await api.call(admin, users.resetSecondFactor, { UserId: 999_999 })).toMatchObject({ status: 404 });
});

test("a user's second factor is not shown if another provider signs users in", async () => {
  const administrator = await elsewhere.aUser({ roles: ["Administrator"] });
  expect(await elsewhere.ok(administrator, users.get, { id: administrator.id })).not.toHaveProperty("hasSecondFactor");
});
