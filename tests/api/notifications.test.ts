import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { notifyOfFailure } from "#api/areas/channels/failure-notice.ts";
import { readConfig } from "#api/core/config.ts";
import { notifications as notificationsTable, users } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { deleteExpiredNotifications, lastDigest, sendDigests } from "#api/core/notifications/digest.ts";
import { notify } from "#api/core/notifications/notify.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { defaultMailModes, type NotificationKind, notificationsAtOnce } from "#contract/notifications/schema.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(api.database, api.app.log);
const { notifications } = operations;

let person: TestUser;
beforeEach(async () => {
  person = await api.aUser({ roles: ["Operator"] });
});

const tell = (changes: object = {}, users: TestUser[] = [person]) =>
  notify(
    { db, jobs, config },
    users.map(({ id }) => id),
    { kind: "imported", title: "The import of stock.xlsx is done", path: "/products/import/7", ...changes },
  );
const listed = async (user = person) => (await api.ok(user, notifications.list, {})).items;
const unread = (user = person) => api.ok(user, notifications.unread, {});
const mails = async (user = person) => (await api.mailsTo(user.email)).map(({ subject }) => subject);
const choose = async (modes: object) => {
  const settings = await api.ok(person, notifications.mailSettings, {});
  await api.ok(person, notifications.updateMailSettings, { ...settings, ...modes });
};

describe("a notification", () => {
  test("is counted until it is opened, which leads to its page", async () => {
    await tell();
    const [notification] = await listed();
    expect(notification).toMatchObject({
      kind: "imported",
      title: "The import of stock.xlsx is done",
      path: "/products/import/7",
      more: 0,
      isRead: false,
    });
    expect(await unread()).toBe(1);
    expect(await api.ok(person, notifications.open, { NotificationId: notification?.id })).toBe("/products/import/7");
    expect([await unread(), (await listed())[0]?.isRead]).toEqual([0, true]);
  });

  test("of somebody else is neither seen, opened nor marked as read", async () => {
    await tell();
    const other = await api.aUser({ roles: ["Administrator"] });
    const [notification] = await listed();
    expect(await listed(other)).toEqual([]);
    expect(await api.ok(other, notifications.open, { NotificationId: notification?.id })).toBe("/notifications");
    await api.ok(other, notifications.markAllRead, { LatestId: notification?.id });
    expect(await unread()).toBe(1);
  });

  test("is gone while its receiver may not see the record any more, also from the daily email", async () => {
    const [mine, theirs] = [await api.aSupplier(), await api.aSupplier()];
    const staff = await api.aUser({ links: [{ supplier: mine }] });
    const [own, foreign] = [await api.anOrder(mine), await api.anOrder(theirs)];
    const kinds = { kind: "failed" as const };
    await tell({ ...kinds, title: "About my order", path: `/orders/${own}#discussion` }, [staff]);
    await tell({ ...kinds, title: "About their order", path: `/orders/${foreign}#discussion` }, [staff]);
    await tell({ ...kinds, title: "About their feed", path: `/suppliers/${theirs}/feeds/1` }, [staff]);
    await tell({ ...kinds, title: "About a marketplace", path: "/marketplaces/1" }, [staff]);
    await tell({ ...kinds, title: "About my import", path: "/products/import/7" }, [staff]);
    expect((await listed(staff)).map(({ title }) => title)).toEqual(["About my import", "About my order"]);
    expect(await unread(staff)).toBe(2);
    await sendDigests({ database: api.database, jobs, config }, new Date(Date.now() + 48 * 3_600_000));
    const [digest] = (await api.mailsTo(staff.email)).slice(-1);
    expect(digest?.subject).toBe("2 notifications from Countinghouse");
    expect(digest?.text).not.toContain("their");
  });

  test("about an invoice is seen only by those who manage the supplier's invoices", async () => {
    const [supplierId, marketplaceId] = [await api.aSupplier(), await api.aMarketplace()];
    const invoice = await api.anInvoiceToPay({ supplierId, marketplaceId });
    const [manager, other] = [
      await api.aUser({ links: [{ supplier: supplierId, bits: SupplierPermission.invoices }] }),
      await api.aUser({ links: [{ supplier: supplierId, bits: SupplierPermission.orders }] }),
    ];
    await tell({ kind: "failed", title: "About my invoice", path: `/invoices/${invoice}` }, [manager, other]);
    expect([await unread(manager), await unread(other)]).toEqual([1, 0]);
    await sendDigests({ database: api.database, jobs, config }, new Date(Date.now() + 48 * 3_600_000));
    expect([(await mails(manager)).length, await mails(other)]).toEqual([1, []]);
  });

  test("that came after the page was opened stays unread", async () => {
    await tell();
    const [seen] = await listed();
    await tell({ title: "Later" });
    await api.ok(person, notifications.markAllRead, { LatestId: seen?.id });
    expect((await listed()).map(({ title, isRead }) => [title, isRead])).toEqual([
      ["Later", false],
      ["The import of stock.xlsx is done", true],
    ]);
  });

  test("about the same topic is added to the unread one, and begins anew once that is read", async () => {
    const failed = { kind: "failed", topic: "synchronisation with marketplace 1" };
    for (const title of ["A", "B", "C"]) await tell({ ...failed, title });
    expect((await listed()).map(({ title, more }) => [title, more])).toEqual([["A", 2]]);
    await api.ok(person, notifications.open, { NotificationId: (await listed())[0]?.id });
    await tell({ ...failed, title: "D" });
    expect((await listed()).map(({ title, more }) => [title, more])).toEqual([
      ["D", 0],
      ["A", 2],
    ]);
  });

  test("with a long title is shortened", async () => {
    await tell({ title: "x".repeat(5_000) });
    expect((await listed())[0]?.title).toMatch(/^x{199}…$/);
  });

  test("is deleted after 90 days", async () => {
    await tell();
    await deleteExpiredNotifications(api.database);
    expect(await listed()).toHaveLength(1);
    await db
      .update(notificationsTable)
      .set({ latestAt: new Date(Date.now() - 91 * 24 * 3_600_000) })
      .where(eq(notificationsTable.userId, person.id));
    await deleteExpiredNotifications(api.database);
    expect(await listed()).toEqual([]);
  });
});

test("more than 99 unread notifications are counted as 100, and earlier ones are read in steps", async () => {
  for (let i = 0; i < 101; i++) await tell({ title: String(i) });
  expect(await unread()).toBe(100);
  const first = await api.ok(person, notifications.list, {});
  expect([first.items.length, first.hasEarlier]).toEqual([notificationsAtOnce, true]);
  const second = await api.ok(person, notifications.list, { before: first.items.at(-1)?.id });
  const third = await api.ok(person, notifications.list, { before: second.items.at(-1)?.id });
  expect([third.items.map(({ title }) => title), third.hasEarlier]).toEqual([["0"], false]);
});

describe("an email", () => {
  test("is sent at once, in the morning or not at all, as the person chose", async () => {
    await choose({ Imported: "atOnce", Failed: "off" });
    await tell();
    await tell({ kind: "failed", title: "It failed" });
    expect(await mails()).toEqual(["The import of stock.xlsx is done"]);
    await choose({ Imported: "off" });
    await tell();
    expect(await mails()).toHaveLength(1);
    expect(await unread()).toBe(3);
  });

  test("about one topic is sent once", async () => {
    await choose({ Failed: "atOnce" });
    for (const title of ["A", "B"]) await tell({ kind: "failed", topic: "a marketplace", title });
    expect(await mails()).toEqual(["A"]);
  });

  test("has a link that stops its kind without signing in", async () => {
    await choose({ Imported: "atOnce", Failed: "atOnce" });
    await tell();
    const [mail] = await api.mailsTo(person.email);
    const link = new URL(mail?.text.match(/https?:\/\/\S+\/unsubscribe\S+/)?.[0] ?? "");
    const sent = { Key: link.searchParams.get("key"), Kind: link.searchParams.get("kind") };
    expect(await api.ok(undefined, notifications.unsubscribe, sent as never)).toBe(true);
    await tell();
    await tell({ kind: "failed", title: "It failed" });
    expect(await mails()).toEqual(["The import of stock.xlsx is done", "It failed"]);
    expect(await api.ok(undefined, notifications.unsubscribe, { Key: sent.Key ?? "" })).toBe(true);
    expect(Object.values(await api.ok(person, notifications.mailSettings, {}))).toEqual(Array(7).fill("off"));
  });

  test("is not stopped by a key that nobody has", async () => {
    await choose({ Imported: "atOnce" });
    expect(await api.ok(undefined, notifications.unsubscribe, { Key: "k".repeat(32) })).toBe(false);
    for (const Key of ["", "short", "x".repeat(5_000), "%_".repeat(16)])
      expect(await api.call(undefined, notifications.unsubscribe, { Key }), Key).toMatchObject({ status: 422 });
    await tell();
    expect(await mails()).toHaveLength(1);
  });
});

test("the settings begin with the defaults, and two people's changes do not overwrite each other", async () => {
  const settings = await api.ok(person, notifications.mailSettings, {});
  const defaults = Object.entries(defaultMailModes) as [NotificationKind, string][];
  expect(Object.values(settings)).toEqual(defaults.map(([, mode]) => mode));
  const Shown = shownText(settings);
  await api.ok(person, notifications.updateMailSettings, { ...settings, Failed: "off", Shown });
  await api.ok(person, notifications.updateMailSettings, { ...settings, Imported: "daily", Shown });
  expect(await api.ok(person, notifications.mailSettings, {})).toEqual({
    ...settings,
    Failed: "off",
    Imported: "daily",
  });
});

describe("the daily email", () => {
  const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);
  const send = (now = tomorrow()) => sendDigests({ database: api.database, jobs, config }, now);

  test.each([
    ["2026-11-24T20:00:00Z", "2026-11-24T20:00:00.000Z", "Australia/Sydney"],
    ["2026-11-24T19:59:59Z", "2026-11-23T20:00:00.000Z", "Australia/Sydney"],
    ["2026-10-04T01:00:00Z", "2026-10-03T20:00:00.000Z", "Australia/Sydney"],
    ["2026-04-05T01:00:00Z", "2026-04-04T21:00:00.000Z", "Australia/Sydney"],
    ["2026-11-24T22:59:00Z", "2026-11-23T23:00:00.000Z", "Australia/Perth"],
  ])("at %s was last due at %s in %s", (now, last, zone) => {
    expect(lastDigest(new Date(now), zone).toISOString()).toBe(last);
  });

  test("has what was not read before seven in the morning, once", async () => {
    await choose({ Imported: "daily", Failed: "daily" });
    await tell();
    await tell({ kind: "failed", title: "It failed", topic: "one" });
    await tell({ kind: "failed", title: "It failed again", topic: "one" });
    const read = (await listed()).find(({ kind }) => kind === "imported");
    await api.ok(person, notifications.open, { NotificationId: read?.id });
    await tell({ kind: "failed", title: "Another failed" });
    await send(new Date(Date.now() - 25 * 3_600_000));
    expect(await mails()).toEqual([]);
    await Promise.all([send(), send()]);
    await send();
    const [mail, ...more] = await api.mailsTo(person.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("2 notifications from Countinghouse");
    expect(mail?.text).toMatch(/It failed and 1 more:\n\S+\/products\/import\/7\n\nAnother failed:/);
    expect(mail?.text).not.toContain("stock.xlsx");
    expect(mail?.text).toMatch(/\/unsubscribe\?key=[\w-]+\n$/);
    expect(await unread()).toBe(2);
  });

  // The embedded database has one process.
  test.skipIf(api.database.isEmbedded)("is left to the process that is sending it", async () => {
    await choose({ Failed: "daily" });
    for (const title of ["One failed", "Another failed"]) await tell({ kind: "failed", title });
    await api.database.db.transaction(async (other) => {
      await other.select().from(users).where(eq(users.id, person.id)).for("no key update");
      await send();
      expect(await mails()).toEqual([]);
    });
    await send();
    expect(await mails()).toEqual(["2 notifications from Countinghouse"]);
  });

  test("leaves out what is switched off since, and who was deactivated", async () => {
    await choose({ Failed: "daily" });
    await tell({ kind: "failed" });
    await choose({ Failed: "off" });
    await send();
    expect(await mails()).toEqual([]);
    await choose({ Failed: "daily" });
    await tell({ kind: "failed" });
    const admin = await api.aUser({ roles: ["Administrator"] });
    await api.ok(admin, operations.users.deactivate, { UserId: person.id });
    await send();
    expect(await mails()).toEqual([]);
  });
});

test("failed synchronisations with one marketplace are one notification for the supplier and for operators", async () => {
  const supplier = await api.aSupplier();
  const owner = await api.aUser({ links: [{ supplier }] });
  const books = await api.aUser({ links: [{ supplier, bits: 2 }] });
  const marketplaceId = await api.aMarketplace("Kmart");
  for (const name of ["Oak Chair", "Oak Table"])
    await notifyOfFailure({ db, jobs, config }, {
      marketplaceId,
      name,
      supplier: { id: supplier, name: "Acacia" },
    } as never);
  const expected = [["Kmart did not take Oak Chair", 1]];
  for (const each of [owner, person])
    expect((await listed(each)).map(({ title, more }) => [title, more])).toEqual(expected);
  expect(await listed(books)).toEqual([]);
});
