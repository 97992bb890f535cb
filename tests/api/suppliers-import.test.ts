import { randomUUID } from "node:crypto";
import { eq, like, sql } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import {
  processRows,
  supplierInvitations,
  supplierMarketplaces,
  supplierUsers,
  suppliers as table,
  users,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { operations } from "#contract/operations.ts";
import { memoryColumn } from "#contract/products/workbook.ts";
import { abnFrom } from "#contract/rules/abn.ts";
import { allSupplierColumns } from "#contract/suppliers/fields.ts";
import { suppliersSheet } from "#contract/suppliers/workbook.ts";
import { startApi } from "#tests/support/api.ts";
import { type Cells, edited } from "#tests/support/products-workbook.ts";
import { suppliersWorkbook } from "#tests/support/suppliers-workbook.ts";
import { headings, opened, rowsOf, sheetNamed, workbookFile, workbookOf } from "#tests/support/workbook.ts";
import type { SupplierTraits, TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { suppliers, processing } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(database, pino({ level: "silent" }));
const run = (id: string) =>
  runProcess({ database, config, files: databaseFiles, jobs, kinds: processKinds })(
    { id },
    { id: randomUUID(), isLastTry: false },
  );

const [done, doneWithErrors, failed] = [2, 3, 4];

let admin: TestUser;
let operator: TestUser;
let colleague: TestUser;
/** Part of the names of the suppliers of a test, so that an export has no others. */
let mark: string;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
  operator = await api.aUser({ roles: ["Operator"] });
  colleague = await api.aUser({ roles: ["Administrator"] });
});
beforeEach(() => {
  mark = randomUUID().slice(0, 8);
});

let lastAbn = 100_000_000;
const anAbn = () => abnFrom(String(++lastAbn));

const aSupplier = (traits: SupplierTraits = {}) =>
  api.aSupplier({
    name: `Acacia ${mark}`,
    legalName: "Acacia Pty Ltd",
    abn: anAbn(),
    description: "<p>Baskets.</p>",
    orderContactEmails: "orders@acacia.example",
    billingContactEmails: "books@acacia.example",
    businessPhoneNumber: "08 9333 1111",
    notes: "Pays late",
    handlingDays: 3,
    address: {},
    ...traits,
  });
const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const named = async (name: string) => (await db.select().from(table).where(eq(table.name, name)))[0];
const shown = (id: number, user = admin) => api.ok(user, suppliers.get, { id });
const change = (id: number, values: Partial<typeof table.$inferInsert>) =>
  db.update(table).set(values).where(eq(table.id, id));

const exported = (user = admin) => api.download(user, suppliers.excelExport, { name: mark });
const rowsIn = async (content: Buffer) => rowsOf(sheetNamed(await opened(content), suppliersSheet));
const write = async (content: Buffer, edit: (row: Cells, i: number) => void) =>
  workbookFile(await edited(content, edit, suppliersSheet), "Suppliers.xlsx");
const asFile = (content: Buffer) => workbookFile(content, "Suppliers.xlsx");

const send = (file: File, user = admin, fields: Record<string, string> = {}) =>
  api.sendFile(user, suppliers.excelImportCheck, file, fields);

async function finished(id: string, user: TestUser) {
  await run(id);
  const { status, processingMessages } = await api.ok(user, processing.get, { id });
  const { summary, canApply, canUndo } = await api.ok(user, suppliers.excelImportResult, { id });
  return { id, status, said: processingMessages.at(-1)?.friendlyMessage, summary, canApply, canUndo };
}

async function checked(file: File, user = admin, fields: Record<string, string> = {}) {
  const { status, body, raw } = await send(file, user, fields);
  if (status !== 200) throw new Error(raw.body);
  return finished(body, user);
}
const applied = async (ProcessId: string, user = admin) =>
  finished(await api.ok(user, suppliers.applyImport, { ProcessId }), user);
const undone = async (ProcessId: string, user = admin) =>
  finished(await api.ok(user, suppliers.undoImport, { ProcessId }), user);
const imported = async (file: File, user = admin, fields: Record<string, string> = {}) =>
  applied((await checked(file, user, fields)).id, user);

/** Expects these refusals, beside which nothing is left to do. */
async function refused(file: File, ...sentences: string[]) {
  const { summary } = await checked(file);
  expect(summary?.refused.first.flatMap(({ problems }) => problems)).toEqual(sentences);
  expect([summary?.made.count, summary?.changed.count]).toEqual([0, 0]);
}

describe("an export", () => {
  test("has every column that an import can set, and neither bank details nor keys", async () => {
    await aSupplier({
      bsb: "066102",
      accountNumber: "12345678",
      accountName: "Secret account",
      carrierKeyEnding: "ZQ9X",
    });
    const content = await exported();
    const sheet = sheetNamed(await opened(content), suppliersSheet);
    expect(headings(sheet)).toEqual([...allSupplierColumns, memoryColumn]);
    expect(sheet.getColumn(headings(sheet).length).hidden).toBe(true);
    const text = JSON.stringify(await rowsIn(content));
    for (const secret of ["066102", "12345678", "Secret account", "ZQ9X"]) expect(text).not.toContain(secret);
  });

  test("shows a supplier as its page does, and each further person in a row of their own", async () => {
    const abn = anAbn();
    const id = await aSupplier({ abn, gstRegistered: true, gstRegisteredFrom: "2020-07-01", orderEmails: "daily" });
    const first = await api.aUser({ links: [{ supplier: id, bits: 12 }] });
    const second = await api.aUser({ links: [{ supplier: id, bits: 32 }] });
    const [one, two] = [
      { email: first.email, permissions: "Manage Products | Manage Orders" },
      { email: second.email, permissions: "Manage Users" },
    ].sort((a, b) => (a.email < b.email ? -1 : 1));
    const rows = await rowsIn(await exported());
    expect(rows).toEqual([
      {
        SupplierId: id,
        Name: `Acacia ${mark}`,
        LegalName: "Acacia Pty Ltd",
        ABN: abn,
        GstRegistered: true,
        GstRegisteredFrom: new Date("2020-07-01"),
        GstRegisteredUntil: null,
        NoAbnReason: null,
        Phone: "08 9333 1111",
        OrderContactEmails: "orders@acacia.example",
        OrderEmails: "Every morning, if there are new orders",
        BillingContactEmails: "books@acacia.example",
        InvoiceFiles: "PDF",
        HandlingDays: 3,
        UnitNumber: null,
        StreetAddress: expect.stringContaining(" Street"),
        StreetAddress2: null,
        City: "Fremantle",
        State: "WA",
        PostCode: "6160",
        Country: "Australia",
        Description: "<p>Baskets.</p>",
        Notes: "Pays late",
        PersonEmail: one?.email,
        PersonPermissions: one?.permissions,
        [memoryColumn]: expect.any(String),
      },
      expect.objectContaining({
        SupplierId: id,
        Name: `Acacia ${mark}`,
        Phone: null,
        PersonEmail: two?.email,
        PersonPermissions: two?.permissions,
      }),
    ]);
  });

  test("has the suppliers of the list's filters, those the caller may see, and of those what the caller may see", async () => {
    const id = await aSupplier();
    await aSupplier({ name: `Banksia ${mark}` });
    const staff = await api.aUser({ links: [{ supplier: id, bits: 4 }] });
    const finance = await api.aUser({ roles: ["Finance"] });
    const reader = await api.aUser({ roles: ["Catalogue Manager"] });
    const names = async (user: TestUser, name = mark) =>
      (await rowsIn(await api.download(user, suppliers.excelExport, { name }))).map(({ Name }) => Name);
    expect(await names(admin)).toEqual([`Acacia ${mark}`, `Banksia ${mark}`]);
    expect(await names(admin, `Banksia ${mark}`)).toEqual([`Banksia ${mark}`]);
    expect(await names(staff)).toEqual([`Acacia ${mark}`]);
    const first = async (user: TestUser) => (await rowsIn(await exported(user)))[0];
    expect(await first(staff)).toMatchObject({ BillingContactEmails: null, Notes: null, PersonEmail: null });
    expect(await first(reader)).toMatchObject({ BillingContactEmails: null, PersonEmail: null });
    expect(await first(finance)).toMatchObject({ BillingContactEmails: "books@acacia.example", PersonEmail: null });
    expect(await first(operator)).toMatchObject({
      BillingContactEmails: "books@acacia.example",
      PersonEmail: staff.email,
    });
  });

  test("changes nothing if it is imported again, whatever the texts are", async () => {
    const id = await aSupplier({
      name: `Acacia ${mark} _x0041_ & “Söhne” &amp;`,
      businessPhoneNumber: "=1+1",
      notes: "one\ntwo\r\nthree",
      description: `<p>${"long ".repeat(8_000)}</p>`,
      orderContactEmails: "a@b.example, c@d.example",
      address: { unitNumber: "3", state: "", countryCode: "SG", postCode: "018956" },
    });
    await aSupplier({
      name: `Empty ${mark}`,
      legalName: "",
      abn: "",
      orderContactEmails: "",
      description: "",
      handlingDays: null,
      address: undefined,
    });
    await api.aUser({ links: [{ supplier: id }] });
    await api.aUser({ links: [{ supplier: id, bits: 1 }] });
    const before = await db
      .select()
      .from(table)
      .where(like(table.name, `%${mark}%`))
      .orderBy(table.id);
    const { summary, status, canApply } = await checked(asFile(await exported()));
    expect(summary).toMatchObject({
      made: { count: 0 },
      changed: { count: 0 },
      unchanged: { count: 2 },
      refused: { count: 0 },
    });
    expect([status, canApply]).toEqual([done, true]);
    expect(
      await db
        .select()
        .from(table)
        .where(like(table.name, `%${mark}%`))
        .orderBy(table.id),
    ).toEqual(before);
  });
});

describe("an edited export", () => {
  test("is shown cell by cell, changes nothing until it is applied, and then exactly what was edited", async () => {
    const id = await aSupplier();
    const file = await write(await exported(), (row) =>
      Object.assign(row, {
        Phone: "08 9444 2222",
        HandlingDays: 5,
        OrderEmails: "never",
        City: "Perth",
        PostCode: 6000,
        Notes: "(clear)",
        OrderContactEmails: "new@acacia.example;second@acacia.example",
      }),
    );
    const before = await stored(id);
    const check = await checked(file);
    expect(check.summary?.changed.first).toEqual([
      {
        rows: [2],
        supplierId: id,
        name: `Acacia ${mark}`,
        problems: [],
        changes: [
          { column: "Phone", before: "08 9333 1111", after: "08 9444 2222" },
          {
            column: "OrderContactEmails",
            before: "orders@acacia.example",
            after: "new@acacia.example, second@acacia.example",
          },
          { column: "OrderEmails", before: "At once, for each order", after: "Never" },
          { column: "HandlingDays", before: "3", after: "5" },
          { column: "City", before: "Fremantle", after: "Perth" },
          { column: "PostCode", before: "6160", after: "6000" },
          { column: "Notes", before: "Pays late", after: "" },
        ],
      },
    ]);
    expect(await stored(id)).toEqual(before);
    const { status, said } = await applied(check.id);
    expect([status, said]).toEqual([
      done,
      "Created: 0 suppliers. Updated: 1 supplier. Invited: 0 people. Unchanged: 0 suppliers. Refused: 0 suppliers. Skipped (blank): 0 rows.",
    ]);
    expect(await stored(id)).toEqual({
      ...before,
      businessPhoneNumber: "08 9444 2222",
      handlingDays: 5,
      orderEmails: "never",
      notes: "",
      orderContactEmails: "new@acacia.example, second@acacia.example",
      billingAddressId: expect.not.stringMatching(before?.billingAddressId ?? ""),
    });
    expect((await shown(id)).billingAddress).toMatchObject({ city: "Perth", postCode: "6000", state: "WA" });
    expect((await api.call(admin, suppliers.applyImport, { ProcessId: check.id })).status).toBe(409);
  });

  test("may be sorted, cut to some rows and columns, and imported twice", async () => {
    const [first, second] = [await aSupplier(), await aSupplier({ name: `Banksia ${mark}` })];
    const rows = (await rowsIn(await exported())).reverse().map(({ SupplierId, Phone, [memoryColumn]: memory }) => ({
      [memoryColumn]: memory,
      Phone: SupplierId === second ? "1" : Phone,
      SupplierId,
    }));
    const { summary } = await imported(await suppliersWorkbook(rows as Cells[]));
    expect(summary).toMatchObject({ changed: { count: 1 }, unchanged: { count: 1 }, forgetful: 0 });
    expect([(await stored(first))?.businessPhoneNumber, (await stored(second))?.businessPhoneNumber]).toEqual([
      "08 9333 1111",
      "1",
    ]);
    const again = await checked(await suppliersWorkbook(rows as Cells[]));
    expect(again.summary).toMatchObject({ changed: { count: 0 }, unchanged: { count: 2 } });
  });

  test("leaves what others have changed since in cells that were not edited, and refuses cells that both changed", async () => {
    const id = await aSupplier();
    const content = await exported();
    await change(id, { businessPhoneNumber: "07", notes: "Pays now" });
    await imported(await write(content, (row) => Object.assign(row, { LegalName: "Acacia Trading Pty Ltd" })));
    expect(await stored(id)).toMatchObject({
      legalName: "Acacia Trading Pty Ltd",
      businessPhoneNumber: "07",
      notes: "Pays now",
    });
    await refused(
      await write(content, (row) => Object.assign(row, { Phone: "09" })),
      "Row 2, Phone: Somebody else has changed this since it was exported: it is “07” now. Nothing was replaced. Please export again, and edit the new file.",
    );
    const same = await checked(await write(content, (row) => Object.assign(row, { Phone: "07" })));
    expect(same.summary).toMatchObject({ unchanged: { count: 1 } });
  });

  test("whose supplier was changed since the check is refused when it is applied", async () => {
    const [id, other] = [await aSupplier(), await aSupplier({ name: `Banksia ${mark}` })];
    const check = await checked(await write(await exported(), (row) => Object.assign(row, { Phone: "09" })));
    await change(id, { legalName: "Somebody else's" });
    const { status, summary } = await applied(check.id);
    expect(status).toBe(doneWithErrors);
    expect(summary?.refused.first.map(({ problems }) => problems)).toEqual([
      [
        "Row 2: Somebody has changed this supplier since the file was checked. Nothing was replaced. Please check the file again. It was valid when the file was checked.",
      ],
    ]);
    expect([(await stored(id))?.businessPhoneNumber, (await stored(other))?.businessPhoneNumber]).toEqual([
      "08 9333 1111",
      "09",
    ]);
  });

  test("whose memory was copied to another row, or damaged, counts with all its cells, and says so", async () => {
    const [id, other] = [await aSupplier(), await aSupplier({ name: `Banksia ${mark}` })];
    const content = await exported();
    const [first] = await rowsIn(content);
    await change(other, { businessPhoneNumber: "07" });
    const { summary } = await imported(
      await write(content, (row, i) => {
        if (i === 1) row[memoryColumn] = first?.[memoryColumn] ?? null;
        else row[memoryColumn] = String(row[memoryColumn]).replace(/^./, "x");
        row.Phone = "08";
      }),
    );
    expect(summary).toMatchObject({ changed: { count: 2 }, forgetful: 2 });
    expect([(await stored(id))?.businessPhoneNumber, (await stored(other))?.businessPhoneNumber]).toEqual(["08", "08"]);
  });
});

describe("a file made by hand", () => {
  test("finds suppliers by ABN or by name, in any case of letters, and guesses between none", async () => {
    const abn = anAbn();
    const [byAbn, byName] = [await aSupplier({ abn }), await aSupplier({ name: `Banksia ${mark}` })];
    const [twin, sibling] = [await aSupplier({ name: `Twin ${mark}` }), await aSupplier({ name: `Twin ${mark}` })];
    const withSpaces = abn.replace(/^(..)(...)(...)/, "$1 $2 $3 ");
    const { summary } = await imported(
      await suppliersWorkbook([
        { ABN: withSpaces, Phone: "1" },
        { Name: `BANKSIA ${mark}`, Phone: "2" },
        { Name: `Twin ${mark}`, Phone: "3" },
        { Name: `Nobody ${mark}`, Phone: "4" },
        { ABN: "11111111111", Name: `Banksia ${mark}` },
        { Phone: "5" },
        { SupplierId: 2_000_000_000, Phone: "6" },
        { SupplierId: "seven", Phone: "7" },
      ]),
    );
    expect((await stored(byAbn))?.businessPhoneNumber).toBe("1");
    expect(await stored(byName)).toMatchObject({ businessPhoneNumber: "2", name: `Banksia ${mark}` });
    // The page links to a supplier only if it exists.
    expect(summary?.refused.first.map(({ supplierId }) => supplierId ?? null)).toEqual(Array(6).fill(null));
    expect(summary?.refused.first.flatMap(({ problems }) => problems)).toEqual([
      `Row 4, Name: Several suppliers have the name “Twin ${mark}”: ${twin}, ${sibling}. Please write the number of one of them in the column SupplierId.`,
      `Row 5, Name: There is no supplier with the name “Nobody ${mark}”. To create it, write “new” in the column SupplierId, or tick the box for such rows when you choose the file.`,
      `Row 6, ABN: Supplier ${byName} has this name, but another ABN. To change it, write ${byName} in the column SupplierId.`,
      "Row 7, SupplierId: Required: the number of the supplier, its ABN or its name, or “new” to create one.",
      "Row 8, SupplierId: There is no supplier 2000000000, or you may not see it.",
      "Row 9, SupplierId: “seven” isn't a whole number.",
    ]);
  });

  test("creates suppliers for “new”, or for all unknown rows if the box was ticked", async () => {
    const abn = anAbn();
    const rows = [
      {
        SupplierId: "New",
        Name: `Acacia ${mark}`,
        ABN: abn,
        GstRegistered: "yes",
        GstRegisteredFrom: "1/7/2020",
        OrderContactEmails: "orders@acacia.example",
        StreetAddress: "1 Mitchell Street",
        City: "Darwin",
        State: "northern territory",
        PostCode: 800,
      },
      { Name: `Banksia ${mark}`, OrderContactEmails: "orders@banksia.example" },
    ];
    const file = await suppliersWorkbook(rows as Cells[]);
    expect((await checked(file)).summary).toMatchObject({ made: { count: 1 }, refused: { count: 1 } });
    const check = await checked(await suppliersWorkbook(rows as Cells[]), admin, { addUnknown: "true" });
    expect(check.summary).toMatchObject({ made: { count: 2 }, refused: { count: 0 } });
    expect(check.summary?.made.first[0]?.supplierId).toBeNull();
    expect(await named(`Acacia ${mark}`)).toBeUndefined();
    const { summary } = await applied(check.id);
    const id = summary?.made.first[0]?.supplierId ?? 0;
    expect(await shown(id)).toMatchObject({
      name: `Acacia ${mark}`,
      legalName: `Acacia ${mark}`,
      abn,
      gstRegistered: true,
      gstRegisteredFrom: "2020-07-01",
      orderContactEmails: "orders@acacia.example",
      billingContactEmails: "orders@acacia.example",
      billingAddress: { city: "Darwin", state: "NT", postCode: "0800", countryName: "Australia" },
      marketplaces: [],
    });
    expect(await named(`Banksia ${mark}`)).toMatchObject({ orderContactEmails: "orders@banksia.example" });
    // The same file again finds what it has created.
    const again = await checked(await suppliersWorkbook(rows as Cells[]), admin, { addUnknown: "true" });
    expect(again.summary).toMatchObject({ made: { count: 0 }, changed: { count: 0 }, unchanged: { count: 2 } });
    await refused(
      await suppliersWorkbook([{ ...rows[0], Phone: "08" }] as Cells[]),
      `Row 2, SupplierId: Supplier ${id} has this name or ABN. To change it, write ${id} in the column SupplierId.`,
    );
  });

  test("names every wrong cell by its row and column, and does all rows of a supplier or none", async () => {
    const id = await aSupplier({ gstRegistered: null, abn: "" });
    const longer = "x".repeat(40_000).slice(0, 32_000);
    const { summary } = await checked(
      await suppliersWorkbook([
        { SupplierId: id, Name: longer, ABN: "123", GstRegistered: "perhaps", GstRegisteredFrom: "soon" },
        { SupplierId: id, Phone: longer, OrderContactEmails: "nobody", HandlingDays: 1.5, Country: "Atlantis" },
        { SupplierId: id, LegalName: "(clear)", OrderEmails: "sometimes", PersonEmail: "nobody" },
        { SupplierId: id, PersonPermissions: "Manage Orders", City: longer },
        { SupplierId: id, PersonEmail: "kim@acacia.example", PersonPermissions: "Everything" },
        { SupplierId: id, PersonEmail: "lee@acacia.example" },
        { SupplierId: "new", Phone: "08" },
        {
          SupplierId: "new",
          Name: `Other ${mark}`,
          OrderContactEmails: "a@b.example",
          State: "Mars",
          StreetAddress: "1 Way",
          City: "Perth",
          PostCode: "6000",
        },
        { SupplierId: "new", Name: `Third ${mark}`, OrderContactEmails: "a@b.example", City: "Perth" },
        { SupplierId: "new", Name: `Fourth ${mark}`, OrderContactEmails: "a@b.example", GstRegistered: true },
      ] as Cells[]),
    );
    const sentences = summary?.refused.first.flatMap(({ problems }) => problems);
    expect(sentences).toEqual(
      expect.arrayContaining([
        "Row 2, Name: Please use no more than 255 characters.",
        "Row 2, ABN: An ABN has 11 digits, for example 51 824 753 556.",
        "Row 2, GstRegistered: “perhaps” is neither TRUE nor FALSE.",
        "Row 2, GstRegisteredFrom: “soon” isn't a day. Please enter one like 1/7/2020.",
        "Row 3, Phone: Please use no more than 25 characters.",
        "Row 3, OrderContactEmails: Please enter a valid email address: “nobody” is not valid.",
        "Row 3, HandlingDays: Please enter whole days, from 0 to 90.",
        "Row 3, Country: There is no country “Atlantis”. Please enter its name, such as Australia.",
        "Row 4, LegalName: This cannot be cleared.",
        "Row 4, OrderEmails: Please enter one of: At once, for each order; Every hour, if there are new orders; Every morning, if there are new orders; Never.",
        "Row 4, PersonEmail: Please enter a valid email address",
        "Row 5, PersonEmail: Required, because the row has PersonPermissions: the address of the person.",
        "Row 5, City: Please use no more than 255 characters.",
        "Row 6, PersonPermissions: “Everything” isn't a known permission. Please enter some of: Update General Details | Update Financial Details | Manage Products | Manage Orders | Manage Invoices | Manage Users.",
        "Row 7, PersonPermissions: Required: what the person may do, such as Manage Products | Manage Orders.",
        "Row 8, Name: Required for a new supplier.",
        "Row 8, OrderContactEmails: Required for a new supplier.",
        "Row 9, State: There is no state or territory “Mars” in Australia. Please choose one from the list.",
        "Row 10, StreetAddress: This is a required field",
        "Row 11, GstRegistered: GST registration is tied to an ABN. Please enter the supplier's ABN first.",
      ]),
    );
    expect(summary).toMatchObject({ made: { count: 0 }, changed: { count: 0 }, refused: { count: 5 } });
  });

  test("with contradicting rows of one supplier is refused, and says which row is different", async () => {
    const id = await aSupplier();
    await refused(
      await suppliersWorkbook([
        { SupplierId: id, Phone: "1" },
        { SupplierId: id, Phone: "2" },
        { SupplierId: id, Notes: "fine" },
      ]),
      "Row 2: Skipped, because row 3 of the same supplier was refused.",
      "Row 3, Phone: Row 2 is for the same supplier, but is different.",
      "Row 4: Skipped, because row 3 of the same supplier was refused.",
    );
  });

  test("with hundreds of suppliers is checked, applied and checked again", async () => {
    const rows = Array.from({ length: 600 }, (_, i) => ({
      Name: `Supplier ${i} ${mark}`,
      OrderContactEmails: `orders${i}@many.example`,
      City: "Perth",
      StreetAddress: `${i} Wharf Road`,
      State: "WA",
      PostCode: "6000",
    }));
    const { summary } = await imported(await suppliersWorkbook(rows), admin, { addUnknown: "true" });
    expect(summary).toMatchObject({ made: { count: 600 }, refused: { count: 0 } });
    expect(await db.$count(table, like(table.name, `%${mark}`))).toBe(600);
    const again = await checked(await suppliersWorkbook(rows));
    expect(again.summary).toMatchObject({ unchanged: { count: 600 } });
  }, 120_000);

  test.each([
    ["a worksheet of another name", [["SupplierId"]], "Sheet1"],
    ["no column that names the suppliers", [["Phone"], ["08"]], suppliersSheet],
    [
      "a column twice",
      [
        ["Name", "name"],
        ["A", "B"],
      ],
      suppliersSheet,
    ],
  ])("with %s is refused at once", async (_, rows, sheet) => {
    const { status, problem } = await send(asFile(await workbookOf(rows, sheet)));
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ["file"]]);
  });
});

describe("a .csv file", () => {
  test("of our own export changes nothing, and what is edited in it is changed", async () => {
    const id = await aSupplier({ businessPhoneNumber: "+61 8 9333 1111", notes: "=1+1" });
    const csv = await api.download(admin, suppliers.excelExport, { name: mark, format: "csv" });
    const same = await checked(new File([new Uint8Array(csv)], "Suppliers.csv"));
    expect(same.summary).toMatchObject({ changed: { count: 0 }, refused: { count: 0 } });
    expect(same.summary?.unchanged.count).toBeGreaterThan(0);
    const edited = csv.toString().replace("'+61 8 9333 1111", "08 9333 2222");
    await imported(new File([edited], "Suppliers.csv"));
    expect(await stored(id)).toMatchObject({ businessPhoneNumber: "08 9333 2222", notes: "=1+1" });
  });

  test("creates suppliers, with any separator that is read", async () => {
    const name = `Beech ${mark}`;
    await imported(new File([`Name;OrderContactEmails\n${name};orders@beech.example\n`], "new.csv"), admin, {
      addUnknown: "true",
    });
    expect(await named(name)).toMatchObject({ orderContactEmails: "orders@beech.example" });
  });

  test("without a column that names the suppliers is refused at once", async () => {
    const { status, problem } = await send(new File(["Phone,Fax\n08,09\n"], "Suppliers.csv"));
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ["file"]]);
  });
});

describe("people", () => {
  const anEmail = () => `person-${randomUUID()}@example.com`;
  const invitedTo = (id: number) => db.select().from(supplierInvitations).where(eq(supplierInvitations.supplierId, id));

  test("are invited once, when the check is applied, and can do what their row says", async () => {
    const [id, email, other] = [await aSupplier(), anEmail(), anEmail()];
    const rows = [
      { SupplierId: id, PersonEmail: email, PersonPermissions: "manage products|Manage Orders" },
      { Name: `Acacia ${mark}`, PersonEmail: other, PersonPermissions: "Manage Users" },
      {
        SupplierId: "new",
        Name: `Banksia ${mark}`,
        OrderContactEmails: "a@b.example",
        PersonEmail: email,
        PersonPermissions: "Manage Orders",
      },
      { Name: `Banksia ${mark}`, PersonEmail: other, PersonPermissions: "Manage Orders" },
    ];
    const check = await checked(await suppliersWorkbook(rows as Cells[]));
    expect(check.summary).toMatchObject({ invited: 4, made: { count: 1 }, changed: { count: 1 } });
    expect(check.summary?.changed.first[0]?.changes).toEqual(
      [
        { column: `Person: ${email}`, before: "", after: "Manage Products | Manage Orders" },
        { column: `Person: ${other}`, before: "", after: "Manage Users" },
      ].sort((a, b) => (a.column < b.column ? -1 : 1)),
    );
    expect(await api.mailsTo(email)).toEqual([]);
    expect(await invitedTo(id)).toEqual([]);
    await applied(check.id);
    expect((await invitedTo(id)).map((one) => [one.email, one.permissions]).sort()).toEqual(
      [
        [email, 12],
        [other, 32],
      ].sort(),
    );
    const mails = await api.mailsTo(email);
    expect(mails.map(({ text }) => text.includes("/identity/invitation/"))).toEqual([true, true]);
    const again = await imported(await suppliersWorkbook(rows as Cells[]));
    expect(again.summary).toMatchObject({ invited: 0, unchanged: { count: 2 } });
    expect(await api.mailsTo(email)).toHaveLength(2);
  });

  test("get other permissions, and those who were removed since the export do not come back", async () => {
    const id = await aSupplier();
    const [kept, gone] = [
      await api.aUser({ links: [{ supplier: id, bits: 4 }] }),
      await api.aUser({ links: [{ supplier: id, bits: 4 }] }),
    ];
    const content = await exported();
    await db.delete(supplierUsers).where(eq(supplierUsers.userId, gone.id));
    await imported(
      await write(content, (row) => {
        if (row.PersonEmail === kept.email) row.PersonPermissions = "Manage Orders | Manage Invoices";
      }),
    );
    expect((await shown(id)).users.map(({ userId, permissions }) => [userId, permissions])).toEqual([
      [kept.id, [8, 16]],
    ]);
    const { summary } = await checked(
      await write(content, (row) => {
        if (row.PersonEmail === gone.email) row.PersonPermissions = "Manage Users";
      }),
    );
    expect(JSON.stringify(summary?.refused.first)).toContain(
      `PersonEmail: ${gone.email} is no longer one of this supplier's users. Please remove the row.`,
    );
  });

  test("who see every supplier, or stand twice in the file, are refused", async () => {
    const id = await aSupplier();
    await refused(
      await suppliersWorkbook([{ SupplierId: id, PersonEmail: operator.email, PersonPermissions: "Manage Orders" }]),
      `Row 2, PersonEmail: ${operator.email} can already see every supplier, so cannot be a user of one supplier as well.`,
    );
    const email = anEmail();
    await refused(
      await suppliersWorkbook([
        { SupplierId: id, PersonEmail: email, PersonPermissions: "Manage Orders" },
        { SupplierId: id, PersonEmail: email.toUpperCase(), PersonPermissions: "Manage Users" },
      ]),
      "Row 2: Skipped, because row 3 of the same supplier was refused.",
      "Row 3, PersonEmail: Row 2 is for the same person.",
    );
  });

  test("who are many are invited all the same, in groups that leave one after the other", async () => {
    const sender = await api.aUser({ roles: ["Administrator"] });
    const id = await aSupplier();
    const emails = Array.from({ length: 40 }, anEmail);
    const { summary } = await imported(
      await suppliersWorkbook(
        emails.map((PersonEmail) => ({ SupplierId: id, PersonEmail, PersonPermissions: "Manage Orders" })),
      ),
      sender,
    );
    expect(summary).toMatchObject({ invited: 40, refused: { count: 0 } });
    const { rows } = await db.execute<{ minutes: number; count: number }>(
      sql`select round(extract(epoch from start_after - created_on) / 60)::int as minutes, count(*)::int as count
      from jobs.job where name = 'mail' and data ->> 'to' like any(${sql.param(emails)}::text[]) group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { minutes: 0, count: 30 },
      { minutes: 5, count: 10 },
    ]);
    expect(await api.ok(sender, operations.notifications.emailsUnderWay, {})).toEqual({
      count: 10,
      lastDate: expect.stringMatching(/^\d{4}-/),
    });
  });
});

describe("an undone import", () => {
  test("puts back the cells that nobody has changed since, and names the others with both values", async () => {
    const [id, touched] = [
      await aSupplier({ gstRegistered: true, gstCheckedAt: new Date(0), gstCheckedBy: 1 }),
      await aSupplier({ name: `Banksia ${mark}` }),
    ];
    const staff = await api.aUser({ links: [{ supplier: id, bits: 4 }] });
    const [before, untouched] = [await stored(id), await stored(touched)];
    const file = await write(await exported(), (row) =>
      Object.assign(row, {
        Phone: "1",
        ABN: row.SupplierId === id ? anAbn() : row.ABN,
        BillingContactEmails: "thief@acacia.example",
        City: "Perth",
        PersonPermissions: row.PersonEmail ? "Manage Users" : null,
      }),
    );
    const { id: process, canUndo } = await imported(file);
    expect(canUndo).toBe(true);
    expect(await stored(id)).toMatchObject({ gstRegistered: null, billingContactEmails: "thief@acacia.example" });
    const told = (await api.mailsTo("books@acacia.example")).filter(({ text }) => text.includes(`Acacia ${mark}`));
    expect(told).toHaveLength(1);
    await change(touched, { businessPhoneNumber: "2" });
    const { status, said, summary } = await undone(process);
    expect([status, said]).toEqual([doneWithErrors, "Undone: 2 suppliers. Left as they are now: 0 suppliers."]);
    expect(summary?.changed.first.flatMap(({ problems }) => problems)).toEqual([
      expect.stringMatching(
        /^Row 3, Phone: It has been changed since, so it was left as it is now: “2”\. Before the import it was “.+”\.$/,
      ),
    ]);
    expect(await stored(id)).toEqual(before);
    expect((await shown(id)).users).toMatchObject([{ userId: staff.id, permissions: [4] }]);
    expect(await stored(touched)).toEqual({ ...untouched, businessPhoneNumber: "2" });
    expect((await api.call(admin, suppliers.undoImport, { ProcessId: process })).status).toBe(409);
  });

  test("reads results that an earlier version stored without a list around them", async () => {
    const id = await aSupplier();
    const before = await stored(id);
    const asBefore = (processId: string) =>
      db
        .update(processRows)
        .set({ result: sql`${processRows.result} -> 0` })
        .where(eq(processRows.processId, processId));
    const check = await checked(await suppliersWorkbook([{ SupplierId: id, Notes: "Mine" }] as Cells[]));
    await asBefore(check.id);
    const { id: process } = await applied(check.id);
    expect(await stored(id)).toMatchObject({ notes: "Mine" });
    await asBefore(process);
    await undone(process);
    expect(await stored(id)).toEqual(before);
  });

  test("takes a registration that was recorded for the imported ABN with it", async () => {
    const [id, former, other] = [await aSupplier(), anAbn(), anAbn()];
    await change(id, { abn: former, gstRegistered: null });
    const { id: process } = await imported(await suppliersWorkbook([{ SupplierId: id, ABN: other }] as Cells[]));
    await api.ok(admin, suppliers.checkGst, { SupplierId: id, Registered: "yes" });
    expect(await stored(id)).toMatchObject({ abn: other, gstRegistered: true });
    await undone(process);
    expect(await stored(id)).toMatchObject({ abn: former, gstRegistered: null, gstCheckedAt: null });
  });

  test("removes new suppliers and their invitations, except those that are in use", async () => {
    const people = [1, 2, 3].map(() => `person-${randomUUID()}@example.com`);
    const names = ["Unused", "With a product", "With an agreement"].map((name) => `${name} ${mark}`);
    const rows = names.map((Name, i) => ({
      SupplierId: "new",
      Name,
      OrderContactEmails: "a@b.example",
      PersonEmail: people[i],
      PersonPermissions: "Manage Orders",
    }));
    const { id: process, summary } = await imported(await suppliersWorkbook(rows as Cells[]), operator);
    const [unused, selling, agreed] = summary?.made.first.map(({ supplierId }) => supplierId ?? 0) ?? [];
    await api.aProduct(selling ?? 0);
    await api.anAgreement({ supplierId: agreed ?? 0, marketplaceId: await api.aMarketplace() });
    const result = await undone(process, operator);
    expect(result.summary?.refused.first.flatMap(({ problems }) => problems)).toEqual([
      "Row 3: It is now in use, so it was kept.",
      "Row 4: It is now in use, so it was kept.",
    ]);
    expect(await stored(unused ?? 0)).toBeUndefined();
    expect(await db.$count(supplierInvitations, eq(supplierInvitations.email, people[0] ?? ""))).toBe(0);
    for (const [i, id] of [selling, agreed].entries()) {
      expect(await stored(id ?? 0)).toBeDefined();
      expect(await db.$count(supplierInvitations, eq(supplierInvitations.email, people[i + 1] ?? ""))).toBe(1);
    }
  });

  test("removes people who have never signed in, and leaves everything if one has", async () => {
    const [id, other] = [await aSupplier(), await aSupplier({ name: `Banksia ${mark}` })];
    const [idle, active] = [1, 2].map(() => `person-${randomUUID()}@example.com`);
    const { id: process } = await imported(
      await suppliersWorkbook([
        { SupplierId: id, PersonEmail: idle, PersonPermissions: "Manage Orders" },
        { SupplierId: other, PersonEmail: active, PersonPermissions: "Manage Orders", Phone: "1" },
      ] as Cells[]),
    );
    for (const email of [idle, active]) {
      const link = /\/identity\/invitation\/[\w-]{43}/.exec((await api.mailsTo(email ?? "")).at(-1)?.text ?? "")?.[0];
      await api.app.inject({ method: "POST", url: link ?? "", headers: { origin: "http://localhost:3001" } });
    }
    await db
      .update(users)
      .set({ lastSignedInAt: new Date() })
      .where(eq(users.email, active ?? ""));
    const { summary } = await undone(process);
    expect(summary?.refused.first.flatMap(({ problems }) => problems)).toEqual([
      `Row 3: ${active} has accepted the invitation, so everything was left as it is now.`,
    ]);
    expect((await shown(id)).users).toEqual([]);
    expect((await shown(other)).users).toMatchObject([{ email: active }]);
    expect((await stored(other))?.businessPhoneNumber).toBe("1");
  });
});

describe("two people at once", () => {
  test("create a supplier once, and the second one is told", async () => {
    const row = { SupplierId: "new", Name: `Acacia ${mark}`, OrderContactEmails: "a@b.example" };
    const [first, second] = [
      await checked(await suppliersWorkbook([row])),
      await checked(await suppliersWorkbook([{ ...row, Phone: "08" }]), colleague),
    ];
    await applied(first.id);
    const { summary } = await applied(second.id, colleague);
    const { id } = (await named(`Acacia ${mark}`)) ?? {};
    expect(summary?.refused.first.flatMap(({ problems }) => problems)).toEqual([
      `Row 2, SupplierId: Somebody has added supplier ${id} with this name or ABN. Please check the file again. It was valid when the file was checked.`,
    ]);
    expect(await db.$count(table, eq(table.name, `Acacia ${mark}`))).toBe(1);
  });

  test("edit different cells of one supplier: the second import has to be checked again, and loses nothing", async () => {
    const id = await aSupplier();
    const content = await exported();
    const phone = await checked(await write(content, (row) => Object.assign(row, { Phone: "1" })));
    const file = await write(content, (row) => Object.assign(row, { Notes: "Theirs" }));
    const notes = await checked(file, colleague);
    await applied(phone.id);
    expect((await applied(notes.id, colleague)).summary).toMatchObject({ refused: { count: 1 } });
    await imported(await write(content, (row) => Object.assign(row, { Notes: "Theirs" })), colleague);
    expect(await stored(id)).toMatchObject({ businessPhoneNumber: "1", notes: "Theirs" });
  });

  test("see only their own imports", async () => {
    const { id } = await checked(await suppliersWorkbook([{ SupplierId: await aSupplier(), Phone: "1" }]));
    expect((await api.call(colleague, suppliers.excelImportResult, { id })).status).toBe(404);
    expect((await api.call(colleague, suppliers.applyImport, { ProcessId: id })).status).toBe(404);
    expect(await api.ok(admin, suppliers.lastExcelImport, {})).toMatchObject({ processId: id, isCheck: true });
    expect((await api.ok(admin, suppliers.excelImports, {}))[0]).toMatchObject({ processId: id, canApply: true });
  });
});

describe("the forms' permissions", () => {
  test("hold for each cell: an operator may not change ABN, billing contacts and GST registration", async () => {
    const id = await aSupplier();
    const { summary } = await checked(
      await write(await exported(operator), (row) =>
        Object.assign(row, { ABN: anAbn(), BillingContactEmails: "x@y.example", GstRegistered: false, Phone: "1" }),
      ),
      operator,
    );
    const notAllowed = "You may not change this. Please leave it as it is, or ask an administrator.";
    expect(summary?.refused.first.flatMap(({ problems }) => problems)).toEqual([
      `Row 2, ABN: ${notAllowed}`,
      `Row 2, GstRegistered: ${notAllowed}`,
      `Row 2, BillingContactEmails: ${notAllowed}`,
    ]);
    await imported(await write(await exported(operator), (row) => Object.assign(row, { Phone: "1" })), operator);
    expect((await stored(id))?.businessPhoneNumber).toBe("1");
  });

  test("end an import of somebody who has lost them", async () => {
    const leaver = await api.aUser({ roles: ["Operator"] });
    const { id } = await checked(await suppliersWorkbook([{ SupplierId: await aSupplier(), Phone: "1" }]), leaver);
    const process = await api.ok(leaver, suppliers.applyImport, { ProcessId: id });
    await db
      .update(users)
      .set({ roles: ["Read Only"] })
      .where(eq(users.id, leaver.id));
    await run(process);
    expect(await api.ok(leaver, processing.get, { id: process })).toMatchObject({ status: failed });
  });
});

test("a registration for GST needs an ABN, its days need a registration, and it ends after it begins", async () => {
  const id = await aSupplier({ abn: "", gstRegistered: null });
  await refused(
    await suppliersWorkbook([{ SupplierId: id, GstRegistered: "TRUE" }]),
    "Row 2, GstRegistered: GST registration is tied to an ABN. Please enter the supplier's ABN first.",
  );
  await refused(
    await suppliersWorkbook([{ SupplierId: id, GstRegisteredFrom: "2020-07-01" }]),
    "Row 2, GstRegisteredFrom: Only a registered supplier has this: one with TRUE in GstRegistered.",
  );
  await refused(
    await suppliersWorkbook([{ SupplierId: id, GstRegisteredUntil: "2020-07-01" }]),
    "Row 2, GstRegisteredUntil: Only a registered supplier has this: one with TRUE in GstRegistered.",
  );
  const registered = await aSupplier({ abn: "51824753556", gstRegistered: true, gstRegisteredFrom: "2020-07-01" });
  await refused(
    await suppliersWorkbook([{ SupplierId: registered, GstRegisteredUntil: "2020-06-30" }]),
    "Row 2, GstRegisteredUntil: The last day of the registration cannot be before its first day.",
  );
});

test("agreements that are not signed yet state the changed terms", async () => {
  const [id, marketplaceId] = [await aSupplier(), await api.aMarketplace()];
  await api.ok(admin, suppliers.upsertMarketplace, {
    SupplierId: id,
    MarketplaceId: marketplaceId,
    CommissionRate: 0.2,
  });
  await imported(await write(await exported(), (row) => Object.assign(row, { LegalName: "Acacia Trading Pty Ltd" })));
  const waiting = await db.execute(
    sql`select data from jobs.job where name = 'offers' and data->>'marketplaceId' = ${String(marketplaceId)}`,
  );
  expect(waiting.rows).toHaveLength(1);
  expect(await db.$count(supplierMarketplaces, eq(supplierMarketplaces.supplierId, id))).toBe(1);
});

test("the refused rows are returned with all their cells and the reasons, and can be imported once corrected", async () => {
  const id = await aSupplier();
  await aSupplier({ name: `Banksia ${mark}` });
  const check = await checked(
    await write(await exported(), (row) => Object.assign(row, { Phone: row.SupplierId === id ? "x".repeat(26) : "1" })),
  );
  const { id: process } = await applied(check.id);
  const file = await api.download(admin, suppliers.excelImportRefused, { id: process });
  expect(await rowsIn(file)).toMatchObject([
    { SupplierId: id, Phone: "x".repeat(26), Reason: "Row 2, Phone: Please use no more than 25 characters." },
  ]);
  const { summary } = await imported(await write(file, (row) => Object.assign(row, { Phone: "2" })));
  expect(summary).toMatchObject({ changed: { count: 1 }, unknownColumns: [], forgetful: 0 });
  expect((await stored(id))?.businessPhoneNumber).toBe("2");
});
