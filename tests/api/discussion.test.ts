import { desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { messages, notifications as notificationsTable, users } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { discussion, notifications } = operations;

let supplier: number;
let order: number;
let operator: TestUser;
let admin: TestUser;
let catalogueManager: TestUser;
let reader: TestUser;
let owner: TestUser;
let packer: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  supplier = await api.aSupplier();
  order = await api.anOrder(supplier, { marketplaceOrderId: "K-1001" });
  operator = await api.aUser({ roles: ["Operator"], givenName: "Olivia", surname: "Hart" });
  admin = await api.aUser({ roles: ["Administrator"], givenName: "Ada", surname: "Byron" });
  catalogueManager = await api.aUser({ roles: ["Catalogue Manager"], givenName: "Cara", surname: "Moss" });
  reader = await api.aUser({ roles: ["Read Only"], givenName: "Rea", surname: "Donley" });
  owner = await api.aUser({ givenName: "Owen", surname: "Acacia", links: [{ supplier }] });
  packer = await api.aUser({
    givenName: "Pia",
    surname: "Acacia",
    links: [{ supplier, bits: SupplierPermission.orders }],
  });
  stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
});
beforeEach(async () => {
  await db.delete(messages);
  await db.delete(notificationsTable);
});

const write = (user: TestUser, changes: object = {}) =>
  api.call(user, discussion.write, {
    About: "order",
    RecordId: order,
    Text: "Is it on its way?",
    Audience: "supplier",
    ...changes,
  });
const read = (user: TestUser, changes: object = {}) =>
  api.ok(user, discussion.list, { about: "order", recordId: order, ...changes });
const textsFor = async (user: TestUser) => (await read(user)).messages.map(({ text }) => text);
const toldOf = async (user: TestUser) => (await api.ok(user, notifications.list, {})).items.map(({ title }) => title);
const everybody = () => [operator, admin, catalogueManager, reader, owner, packer, stranger];
async function told(): Promise<string[]> {
  const rows = await db.select({ userId: notificationsTable.userId }).from(notificationsTable);
  return everybody().flatMap(({ id, email }) => (rows.some(({ userId }) => userId === id) ? [email] : []));
}

describe("a message", () => {
  test("to the supplier is read by both sides, and names its author", async () => {
    await write(operator);
    expect(await read(owner)).toEqual({
      messages: [
        {
          id: expect.any(Number),
          text: "Is it on its way?",
          audience: "supplier",
          authorName: "Olivia Hart",
          writtenAt: expect.stringMatching(/Z$/),
          canDelete: false,
        },
      ],
      hasEarlier: false,
      canWrite: true,
    });
    expect(await read(reader)).toMatchObject({ messages: [{ authorName: "Olivia Hart" }], canWrite: false });
  });

  test("among operators is never seen by the supplier", async () => {
    await write(operator, { Audience: "operators", Text: "They are always late." });
    expect([await textsFor(admin), await textsFor(owner)]).toEqual([["They are always late."], []]);
    expect((await write(owner, { Audience: "operators" })).status).toBe(403);
  });

  test("is about a record that its author may view", async () => {
    expect((await write(stranger)).status).toBe(404);
    expect((await api.call(stranger, discussion.list, { about: "order", recordId: order })).status).toBe(404);
    expect((await write(catalogueManager)).status).toBe(403);
    expect((await write(reader)).status).toBe(403);
    expect((await write(operator, { RecordId: 999_999_999 })).status).toBe(404);
    expect((await write(operator, { About: "invoice" })).status).toBe(422);
  });

  test("needs a text of at most 4,000 characters", async () => {
    expect(await write(operator, { Text: "   " })).toMatchObject({
      status: 422,
      problem: { errors: { Text: expect.anything() } },
    });
    expect((await write(operator, { Text: "x".repeat(4_001) })).status).toBe(422);
    expect((await write(operator, { Text: "x".repeat(4_000) })).status).toBe(200);
  });

  test("about an order without a supplier is for operators alone", async () => {
    const nobodys = await api.anOrder(null);
    expect(await write(operator, { RecordId: nobodys })).toMatchObject({
      status: 422,
      problem: { errors: { Audience: [expect.stringContaining("has no supplier yet")] } },
    });
    expect((await write(operator, { RecordId: nobodys, Audience: "operators" })).status).toBe(200);
    expect(await api.ok(operator, discussion.people, { about: "order", recordId: nobodys })).toMatchObject({
      supplier: [],
      audiences: ["operators"],
    });
  });

  test("is deleted by its author and by administrators, with its notifications", async () => {
    const id = Number((await write(operator)).body);
    expect(await told()).toEqual([owner.email, packer.email]);
    expect((await api.call(owner, discussion.remove, { MessageId: id })).status).toBe(403);
    expect((await api.call(stranger, discussion.remove, { MessageId: id })).status).toBe(404);
    await api.ok(operator, discussion.remove, { MessageId: id });
    expect([await textsFor(owner), await told()]).toEqual([[], []]);
    await api.ok(operator, discussion.remove, { MessageId: id });
    const other = Number((await write(owner)).body);
    await api.ok(admin, discussion.remove, { MessageId: other });
    expect(await textsFor(owner)).toEqual([]);
  });

  test("is about a product, a supplier or a shipment as well", async () => {
    const product = await api.aProduct(supplier);
    const shipped = await api.anOrder(supplier);
    const item = await api.aLineItem(shipped);
    const shipment = await api.aShipment(shipped, [{ item, quantity: 1 }]);
    for (const [About, RecordId] of [
      ["product", product],
      ["supplier", supplier],
      ["shipment", shipment],
    ] as const) {
      expect(await write(operator, { About, RecordId }), About).toMatchObject({ status: 200 });
      expect(await api.ok(owner, discussion.list, { about: About, recordId: RecordId }), About).toMatchObject({
        messages: [{ text: "Is it on its way?" }],
      });
    }
    expect(new Set(await toldOf(owner)).size).toBe(3);
    const paths = (await api.ok(owner, notifications.list, {})).items.map(({ path }) => path);
    expect(paths).toEqual([
      `/shipments/${shipment}#discussion`,
      `/suppliers/${supplier}#discussion`,
      `/products/${product}#discussion`,
    ]);
  });
});

test("earlier messages are read in steps, oldest first", async () => {
  await db.insert(messages).values(
    Array.from({ length: 45 }, (_, i) => ({
      about: "order" as const,
      recordId: order,
      text: String(i + 1),
      isInternal: i % 9 === 0,
      authorId: operator.id,
    })),
  );
  const seen: string[] = [];
  let page = await read(owner);
  for (;;) {
    seen.unshift(...page.messages.map(({ text }) => text));
    if (!page.hasEarlier) break;
    page = await read(owner, { before: page.messages[0]?.id });
  }
  expect(seen).toEqual(Array.from({ length: 45 }, (_, i) => String(i + 1)).filter((_, i) => i % 9 !== 0));
});

describe("a message notifies", () => {
  test("those who are mentioned, and not its author", async () => {
    await write(operator, { Text: "@Pia Acacia and @Olivia, is it on its way?" });
    expect(await told()).toEqual([packer.email]);
    expect(await toldOf(packer)).toEqual(["Olivia Hart wrote about order K-1001"]);
  });

  test("everybody on the other side who is responsible, if it names nobody there", async () => {
    await write(packer);
    expect(await told()).toEqual([operator.email, admin.email]);
  });

  test("those who took part before, who are then answered without a mention", async () => {
    await write(packer, { Text: "It leaves today." });
    await db.delete(notificationsTable);
    await write(admin, { Text: "Thank you." });
    expect(await told()).toEqual([packer.email]);
    await db.delete(notificationsTable);
    await write(packer, { Text: "It has left." });
    expect(await told()).toEqual([admin.email]);
  });

  test("no supplier of a message among operators, even if they took part", async () => {
    await write(packer, { Text: "It leaves today." });
    await db.delete(notificationsTable);
    await write(operator, { Audience: "operators", Text: "@Ada Byron I doubt it." });
    expect(await told()).toEqual([admin.email]);
    expect(await write(operator, { Audience: "operators", Text: "@Pia Acacia" })).toMatchObject({
      status: 422,
      problem: { errors: { Text: [expect.stringContaining("not someone who can read this message")] } },
    });
  });

  test("an operator who has not written to the supplier cannot be mentioned by it", async () => {
    const about = { about: "order", recordId: order } as const;
    expect((await api.ok(packer, discussion.people, about)).operators).toEqual([]);
    expect((await write(packer, { Text: "@Olivia Hart hello" })).status).toBe(422);
    await write(operator, { Audience: "operators" });
    expect((await api.ok(packer, discussion.people, about)).operators).toEqual([]);
    await write(operator);
    expect(await api.ok(packer, discussion.people, about)).toEqual({
      operators: ["Olivia Hart"],
      supplier: ["Owen Acacia", "Pia Acacia"],
      audiences: ["supplier"],
    });
    expect((await write(packer, { Text: "@Olivia Hart hello" })).status).toBe(200);
  });

  test("by an email that shows the message and how to stop such emails", async () => {
    const person = await api.aUser({ givenName: "Quinn", surname: "Acacia", links: [{ supplier }] });
    await write(operator, { Text: "@Quinn Acacia\n<b>Is it</b> on its way?" });
    const [mail, ...more] = await api.mailsTo(person.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("A message about order K-1001");
    expect(mail?.text).toContain("Olivia Hart wrote about order K-1001:\n\n@Quinn Acacia\n<b>Is it</b> on its way?");
    expect(mail?.text).toMatch(/\/orders\/\d+#discussion\n/);
    expect(mail?.text).toMatch(/\n\nStop these emails:\n\S+\/unsubscribe\?key=[\w-]{32}&kind=mentioned\n$/);
    expect(mail?.html).toContain("&lt;b&gt;Is it&lt;/b&gt;");
    await db.update(users).set({ isActive: false }).where(eq(users.id, person.id));
    await write(operator, { Text: "@Owen Acacia" });
    expect(await api.mailsTo(person.email)).toHaveLength(1);
  });
});

test("a message that is sent twice is one message", async () => {
  const Id = crypto.randomUUID();
  const [first, second] = await Promise.all([write(operator, { Id }), write(operator, { Id })]);
  expect(first.body).toEqual(second.body);
  expect(await textsFor(owner)).toHaveLength(1);
  const rows = await db
    .select()
    .from(notificationsTable)
    .where(eq(notificationsTable.userId, owner.id))
    .orderBy(desc(notificationsTable.id));
  expect(rows).toHaveLength(1);
});
