import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { CellValue } from "exceljs";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import {
  categoryGroups,
  listingCategories,
  marketplaceProducts,
  processes,
  categories as table,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { type Parts, runProcess, runRows } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { taxonomyNames, taxonomyText } from "#tests/support/taxonomy.ts";
import { opened, rowsOf, sheetNamed, workbookOf } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { categories, processing } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(database, pino({ level: "silent" }));
const parts: Parts = { database, config, files: databaseFiles, jobs, kinds: processKinds };
const run = (id: string) => runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });

let manager: TestUser;
let colleague: TestUser;
let marketplace: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
  colleague = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace();
});

type Tree = Record<string, string | null>;

/** Stores a tree of fully qualified names with their external ids. Returns the id of its classification. */
async function aTree(tree: Tree): Promise<number> {
  const [group] = await db.insert(categoryGroups).values({ marketplaceId: marketplace, name: "Tree" }).returning();
  const groupId = group?.id ?? 0;
  const rows = Object.entries(tree).map(([name, externalId]) => ({ groupId, name, externalId }));
  if (rows.length > 0) await db.insert(table).values(rows);
  return groupId;
}

const stored = async () =>
  db
    .select({ id: table.id, name: table.name, externalId: table.externalId })
    .from(table)
    .innerJoin(categoryGroups, eq(categoryGroups.id, table.groupId))
    .where(eq(categoryGroups.marketplaceId, marketplace))
    .orderBy(asc(table.name));
/** The stored tree, as `aTree` takes it. */
const treeNow = async (): Promise<Tree> =>
  Object.fromEntries((await stored()).map(({ name, externalId }) => [name, externalId]));

const textFile = (content: string | Buffer, name = "taxonomy.txt") =>
  new File([typeof content === "string" ? content : new Uint8Array(content)], name);
const workbook = async (rows: CellValue[][], sheet = "Categories") =>
  textFile(await workbookOf(rows, sheet), "Categories.xlsx");
/** Lines such as `1 Home > Decor`, as a text file. */
const lines = (...those: string[]) => textFile(`${those.map((line) => line.replace(/^(\d+) /, "$1 - ")).join("\n")}\n`);

const send = (file: File, user = manager, input: Record<string, string> = {}) =>
  api.sendFile(user, categories.importCheck, file, { marketplaceId: String(marketplace), ...input });

const resultOf = (id: string, user = manager) =>
  api.ok(user, categories.importResult, { id, marketplaceId: marketplace });
const messagesOf = async (id: string, user = manager) => {
  const { status, processingMessages } = await api.ok(user, processing.get, { id });
  return { status, said: processingMessages.map(({ friendlyMessage }) => friendlyMessage) };
};

/** Checks a file. Returns the id of the check and its summary. */
async function checked(file: File, user = manager) {
  const { status, body, raw } = await send(file, user);
  if (status !== 200) throw new Error(raw.body);
  await run(body);
  const { summary } = await resultOf(body, user);
  return { id: body, summary, ...(await messagesOf(body, user)) };
}

async function applied(check: string, user = manager) {
  const id = await api.ok(user, categories.applyImport, { ProcessId: check });
  await run(id);
  return { id, ...(await messagesOf(id, user)), ...(await resultOf(id, user)) };
}

const imported = async (file: File, user = manager) => applied((await checked(file, user)).id, user);

const done = 2;
const doneWithErrors = 3;
const failed = 4;

/** Expects the file to be refused as a whole with this sentence, at once or when it is read, and to change nothing. */
async function refusedWhole(file: File, sentence: string) {
  const before = await stored();
  const { status, body, problem } = await send(file);
  if (status === 200) {
    await run(body);
    expect(await messagesOf(body)).toEqual({ status: failed, said: [sentence] });
    const again = await api.call(manager, categories.applyImport, { ProcessId: body });
    expect(again.status).toBe(409);
  } else {
    expect([status, problem.errors]).toEqual([422, { file: [sentence] }]);
  }
  expect(await stored()).toEqual(before);
}

/** Expects these refusals of rows, beside which nothing is left to do. */
async function refusedRows(file: File, ...sentences: string[]) {
  const { summary } = await checked(file);
  expect(summary?.refused.first.flatMap(({ problems }) => problems)).toEqual(sentences);
}

describe("a check", () => {
  test("counts what would be added, renamed, moved, changed and left, and changes nothing", async () => {
    const tree = {
      Home: "1",
      "Home > Decor": "2",
      "Home > Decor > Vases": "3",
      "Home > Garden": "4",
      "Home > Own": null,
      Toys: null,
    };
    await aTree(tree);
    const { summary, status, said } = await checked(
      lines(
        "1 House",
        "2 House > Décor",
        "3 House > Décor > Vases",
        "4 Garden",
        "5 Garden > Hoses",
        "6 Toys",
        "7 Toys > ",
      ),
    );
    expect(summary).toMatchObject({
      made: { count: 1, first: [{ row: 5, fullName: "Garden > Hoses", externalId: "5" }] },
      renamed: {
        count: 2,
        first: [
          { row: 1, fullName: "House", before: "Home" },
          { row: 2, fullName: "House > Décor", before: "Home > Decor" },
        ],
      },
      moved: { count: 1, first: [{ row: 4, fullName: "Garden", before: "Home > Garden" }] },
      changed: { count: 1, first: [{ row: 6, fullName: "Toys", before: null }] },
      unchanged: { count: 1 },
      refused: { count: 1, first: [{ row: 7, problems: ["Row 7, Category: A level has no name."] }] },
      newLevels: { count: 0 },
    });
    expect(status).toBe(doneWithErrors);
    expect(said.at(-1)).toBe(
      "To add: 1 category. To rename: 2. To move: 1. External ids to change: 1. Unchanged: 1. Refused: 1 row. Skipped (blank): 0 rows.",
    );
    expect(await treeNow()).toEqual(tree);
  });

  test("names levels that only follow from longer names", async () => {
    await aTree({ "Home > Decor": null });
    const { summary } = await checked(lines("Home > Lamps", "Garden > Tools > Rakes"));
    expect(summary).toMatchObject({ made: { count: 2 }, newLevels: { count: 2, first: ["Garden", "Garden > Tools"] } });
  });

  test("names the last line of a text file that ends within it", async () => {
    const { summary } = await checked(textFile("1 - Home\n2 - Home > Dec"));
    expect(summary?.lastLine).toBe("2 - Home > Dec");
  });

  test("is seen by whoever started it alone, with its own marketplace, and applied once", async () => {
    const { id } = await checked(lines("1 Home"));
    const asked = (user: TestUser, marketplaceId: number) =>
      api.call(user, categories.importResult, { id, marketplaceId });
    expect((await asked(colleague, marketplace)).status).toBe(404);
    expect((await asked(manager, await api.aMarketplace())).status).toBe(404);
    const listed = (marketplaceId: number) => api.ok(manager, categories.imports, { marketplaceId });
    expect(await listed(marketplace)).toMatchObject([{ processId: id, canApply: true }]);
    expect(await listed(await api.aMarketplace())).toEqual([]);
    expect(await api.ok(manager, categories.lastImport, { marketplaceId: marketplace })).toMatchObject({
      processId: id,
    });
    await applied(id);
    expect((await api.call(manager, categories.applyImport, { ProcessId: id })).status).toBe(409);
    expect(await treeNow()).toEqual({ Home: "1" });
  });
});

describe("an applied import", () => {
  test("takes what is below a renamed category along, and products keep their categories", async () => {
    const group = await aTree({
      Home: "1",
      "Home > Decor": "2",
      "Home > Decor > Own": null,
      "Home > Level > Deep": null,
    });
    const product = await api.aProduct(await api.aSupplier(), { on: [{ marketplaceId: marketplace, status: 2 }] });
    const [listing] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, product));
    const own = (await stored()).find(({ name }) => name === "Home > Decor > Own");
    await db.insert(listingCategories).values({ listingId: listing?.id ?? 0, categoryId: own?.id ?? 0 });
    const { status, said } = await imported(lines("1 House", "2 Décor"));
    expect({ status, said }).toEqual({
      status: done,
      said: [
        "Added: 0 categories. Renamed: 1. Moved: 1. External ids changed: 0. Unchanged: 0. Refused: 0 rows. Skipped (blank): 0 rows.",
      ],
    });
    expect(await treeNow()).toEqual({ House: "1", Décor: "2", "Décor > Own": null, "House > Level > Deep": null });
    expect(await api.ok(manager, categories.get, { groupId: group, fullName: "Décor > Own" })).toMatchObject({
      products: 1,
    });
  });

  test("lets two categories exchange their names and places", async () => {
    await aTree({ A: "1", "A > X": "3", B: "2", "B > Y": "4" });
    await imported(lines("1 B", "3 B > X", "2 A", "4 A > Y"));
    expect(await treeNow()).toEqual({ B: "1", "B > X": "3", A: "2", "A > Y": "4" });
    await imported(lines("5 A", "2 A > Old"));
    expect(await treeNow()).toEqual({ B: "1", "B > X": "3", A: "5", "A > Old": "2", "A > Old > Y": "4" });
  });

  test("gives external ids to categories that are there by name, and never takes one away or deletes any", async () => {
    await aTree({ Home: null, "Home > Decor": "OLD", Garden: "9" });
    await imported(lines("1 Home", "2 Home > Decor"));
    expect(await treeNow()).toEqual({ Home: "1", "Home > Decor": "2", Garden: "9" });
    const { summary } = await checked(lines("Home", "Home > Decor"));
    expect(summary).toMatchObject({ unchanged: { count: 2 } });
  });

  test("of a workbook finds parents by their external ids, in any order", async () => {
    await aTree({ Home: "1" });
    const { said } = await imported(
      await workbook([
        ["Name", "Parent external id", "EXTERNALID", "Comment"],
        ["Vases", 3, 4, "the lowest"],
        ["Decor", "1", 3, null],
        [null, null, null, null],
        ["Garden", null, 5, null],
      ]),
    );
    expect(await treeNow()).toEqual({ Home: "1", "Home > Decor": "3", "Home > Decor > Vases": "4", Garden: "5" });
    expect(said).toEqual([expect.stringContaining("Added: 3 categories")]);
  });

  test("of an export changes nothing", async () => {
    await aTree({ "Home > 🪴 Plants": "001", "Home > Decor  & More": null, "100": "100", "=1+1": "=2" });
    const before = await stored();
    const file = await api.download(manager, categories.excelExport, { marketplaceId: marketplace });
    const rows = rowsOf(sheetNamed(await opened(file), "Categories"));
    expect(rows).toContainEqual({ ExternalId: "001", Category: "Home > 🪴 Plants" });
    const { summary } = await imported(textFile(file, "Categories.xlsx"));
    expect(summary).toMatchObject({ unchanged: { count: 4 }, refused: { count: 0 }, newLevels: { count: 0 } });
    expect(await stored()).toEqual(before);
  });

  test("of a marketplace without categories makes its first classification; its export is the template", async () => {
    const file = await api.download(manager, categories.excelExport, { marketplaceId: marketplace });
    const sheet = sheetNamed(await opened(file), "Categories");
    expect((sheet.getRow(1).values as string[]).slice(1)).toEqual(["ExternalId", "Category"]);
    await imported(lines("1 Home", "2 Home > Decor"));
    expect(await treeNow()).toEqual({ Home: "1", "Home > Decor": "2" });
  });

  test("goes into the chosen classification, which must be one of the marketplace", async () => {
    await aTree({ First: "1" });
    const second = await aTree({});
    const check = await send(lines("1 Home"), manager, { groupId: String(second) });
    await run(check.body);
    await applied(check.body);
    expect(await db.select({ name: table.name }).from(table).where(eq(table.groupId, second))).toEqual([
      { name: "Home" },
    ]);
    marketplace = await api.aMarketplace();
    expect((await send(lines("1 Home"), manager, { groupId: String(second) })).status).toBe(404);
  });

  test.each([
    ["with numbers", taxonomyText(taxonomyNames(30)), { "Department 1 & Accessories": "1" }],
    ["without numbers", taxonomyText(taxonomyNames(30), { hasIds: false }), { "Department 1 & Accessories": null }],
    ["with the line ends of Windows", taxonomyText(taxonomyNames(30), { lineEnd: "\r\n" }), {}],
    ["in UTF-8 with a byte order mark", `\ufeff${taxonomyText(["Küche", ...taxonomyNames(29)])}`, { Küche: "1" }],
    ["in UTF-16", Buffer.from(`\ufeff${taxonomyText(["Küche", ...taxonomyNames(29)])}`, "utf16le"), { Küche: "1" }],
    [
      "in UTF-16 of the other byte order",
      Buffer.from(`\ufeff${taxonomyText(["Küche", ...taxonomyNames(29)])}`, "utf16le").swap16(),
      { Küche: "1" },
    ],
    ["in Windows-1252", Buffer.from(taxonomyText(["Küche", ...taxonomyNames(29)]), "latin1"), { Küche: "1" }],
  ])("reads a text file %s", async (_, content, some) => {
    const { status } = await imported(textFile(content));
    expect(status).toBe(done);
    expect(Object.keys(await treeNow())).toHaveLength(30);
    expect(await treeNow()).toMatchObject(some);
  });
});

describe("a file is refused as a whole", () => {
  beforeEach(async () => {
    await aTree({ Home: "1" });
  });

  test("whose parents form a loop", async () => {
    const head = ["ExternalId", "Name", "ParentExternalId"];
    await refusedWhole(
      await workbook([head, ["7", "A", "8"], ["8", "B", "9"], ["9", "C", "7"], ["10", "D", "7"]]),
      "Rows 2, 3, 4 are below each other in a loop. Please correct their ParentExternalId. Nothing was imported.",
    );
    await refusedWhole(
      await workbook([head, ["7", "A", "7"]]),
      "Row 2 is below itself. Please correct its ParentExternalId. Nothing was imported.",
    );
  });

  test.each([
    ["that is empty", Buffer.from("# nothing\r\n\r\n"), "This file has no categories. Please choose another file."],
    [
      "that is neither a workbook nor a text",
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
      "This is neither an Excel workbook (.xlsx) nor a text file with one category in each line. Please choose another file.",
    ],
    [
      "of a PDF whose characters are all printable",
      Buffer.from("%PDF-1.4\n1 0 obj\nendobj\n"),
      "This is neither an Excel workbook (.xlsx) nor a text file with one category in each line. Please choose another file.",
    ],
    [
      "of a web page that was saved as text",
      Buffer.from("\n<!DOCTYPE html>\n<title>Not found</title>\n<p>Nothing here</p>\n"),
      "This is neither an Excel workbook (.xlsx) nor a text file with one category in each line. Please choose another file.",
    ],
    [
      "that is a single line of three megabytes",
      Buffer.alloc(3_000_000, "x"),
      "This is neither an Excel workbook (.xlsx) nor a text file with one category in each line. Please choose another file.",
    ],
    [
      "with 200,000 lines",
      Buffer.from(taxonomyText(Array.from({ length: 200_000 }, (__, i) => `Category number ${i}`))),
      "This file has more than 50,000 categories, which is the most that a classification can have. Please leave out those that you do not need.",
    ],
    [
      "of a zip file that is no workbook",
      Buffer.from("PK\u0003\u0004 and no more"),
      "This isn't a complete Excel workbook (.xlsx). Please save it again in Excel as .xlsx, then choose it again.",
    ],
  ])("%s", async (_, content, sentence) => {
    const begin = performance.now();
    await refusedWhole(textFile(content), sentence);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  test("that is cut in the middle", async () => {
    const whole = await workbookOf(
      [["ExternalId", "Category"], ...taxonomyNames(500).map((name, i) => [i, name])],
      "Categories",
    );
    await refusedWhole(
      textFile(whole.subarray(0, whole.length / 2), "Categories.xlsx"),
      "This isn't a complete Excel workbook (.xlsx). Please save it again in Excel as .xlsx, then choose it again.",
    );
  });

  test("that lacks the worksheet, its columns or its rows, or has too many rows", async () => {
    await refusedWhole(
      await workbook([["ExternalId", "Path"]]),
      "The worksheet has no column Category, nor a column Name. Column names must be in the first row.",
    );
    await refusedWhole(
      await workbook([["Name", "Category"]]),
      "The worksheet has the column Category as well as Name. Please remove one of them.",
    );
    await refusedWhole(
      await workbook([["ExternalId", "Category"]]),
      "This file has no categories. Please choose another file.",
    );
    await refusedWhole(
      await workbook([["Category"], ...Array.from({ length: 50_001 }, (_, i) => [`Category ${i}`])]),
      "This file has more than 50,000 categories, which is the most that a classification can have. Please leave out those that you do not need.",
    );
    expect((await send(await workbook([["Category"]], "Tree"))).problem.errors?.file?.[0]).toContain("Categories");
  }, 60_000);

  test("that would make more categories than a classification can have", async () => {
    await refusedWhole(
      textFile(
        taxonomyText(
          Array.from({ length: 50_000 }, (_, i) => `Category ${i + 1}`),
          { hasIds: false },
        ),
      ),
      "A classification can have at most 50,000 categories.",
    );
  }, 60_000);
});

describe("rows are refused", () => {
  test("that repeat an earlier one, or are impossible by themselves", async () => {
    await refusedRows(
      lines(
        "1 Home",
        "1 Other",
        "2 Home",
        `3 ${"x".repeat(256)}`,
        `4 ${Array.from({ length: 11 }, () => "x").join(" > ")}`,
        "5 Home >  > Decor",
        "6 ",
      ),
      "Row 2: The external id is already in row 1.",
      "Row 3: The category is already in row 1.",
      "Row 4: A name can have at most 255 characters.",
      "Row 5: A category can be at most 10 levels deep, with 1,000 characters in all.",
      "Row 6, Category: A level has no name.",
      "Row 7: The category has no name.",
    );
  });

  test("whose parent is missing or refused", async () => {
    await refusedRows(
      await workbook([
        ["ExternalId", "Name", "ParentExternalId"],
        ["1", "Home", "99"],
        ["2", "Decor", "1"],
        ["3", "A > B", null],
        ["4", new Date("2026-01-01"), null],
      ]),
      "Row 2, ParentExternalId: There is no category with the external id “99”.",
      "Row 3: The category above it, in row 2, is refused.",
      "Row 4, Name: Please enter one name without “>”.",
      "Row 5, Name: This is a date. Please format the column as text, and enter it again.",
    );
  });

  test("that would take a name of another category, or move one below itself", async () => {
    await aTree({ A: "1", "A > X": "2", B: null, C: "3", "C > X": null, D: "4", "D > X": null });
    await refusedRows(
      lines("1 B", "3 D", "5 B > New", "2 A > X > X > X"),
      "Row 1: There is already a category with this name, without an external id.",
      "Row 2: There is already a category with this name, with the external id “4”.",
      "Row 3: The category above it, in row 1, is refused.",
      "Row 4: A category cannot be moved below itself.",
    );
  });

  test("and can be downloaded with the reasons and imported again", async () => {
    const { id } = await imported(lines("1 Home", "1 Garden"));
    const file = await api.download(manager, categories.importRefused, { id, marketplaceId: marketplace });
    expect(rowsOf(sheetNamed(await opened(file), "Categories"))).toEqual([
      { ExternalId: "1", Category: "Garden", Reason: "Row 2: The external id is already in row 1." },
    ]);
    const { summary } = await checked(textFile(file, "refused.xlsx"));
    expect(summary).toMatchObject({ renamed: { count: 1, first: [{ fullName: "Garden" }] } });
  });
});

describe("two people at once", () => {
  test("who import the same file make each category once", async () => {
    const file = () => textFile(taxonomyText(taxonomyNames(500)));
    const [first, second] = [await checked(file()), await checked(file(), colleague)];
    const both = await Promise.all([applied(first.id), applied(second.id, colleague)]);
    expect(both.map(({ status }) => status)).toEqual([done, done]);
    const rows = await stored();
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(500);
  });

  test("keep what somebody changed since the check, and the row is refused with the reason", async () => {
    const groupId = await aTree({ Home: "1", "Home > Decor": "2", Garden: null, Toys: null });
    const { id } = await checked(
      lines("1 House", "2 House > Décor", "3 House > Lamps", "4 Garden", "5 Toys > Balls", "6 New", "7 Books"),
    );
    const update = (FullName: string, Name: string, ExternalId: string) =>
      api.ok(colleague, categories.update, { GroupId: groupId, FullName, Under: "", Name, ExternalId });
    await update("Home", "Household", "1");
    await update("Garden", "Garden", "44");
    await api.ok(colleague, categories.add, { MarketplaceId: marketplace, Name: "New", ExternalId: "66" });
    await api.ok(colleague, categories.add, { MarketplaceId: marketplace, Name: "Reading", ExternalId: "7" });
    const { status, summary } = await applied(id);
    expect(status).toBe(doneWithErrors);
    const changed = "Somebody has changed this category since the file was checked. Please check the file again.";
    expect(summary?.refused.first.flatMap(({ problems }) => problems)).toEqual([
      `Row 1: ${changed}`,
      `Row 2: ${changed}`,
      "Row 3: The category above it was not imported, or has been changed since the file was checked.",
      `Row 4: ${changed}`,
      "Row 6: Somebody has added this category since the file was checked. Please check the file again.",
      "Row 7: “Reading” has this external id since the file was checked. Please check the file again.",
    ]);
    expect(await treeNow()).toEqual({
      Household: "1",
      "Household > Decor": "2",
      Garden: "44",
      Toys: null,
      "Toys > Balls": "5",
      New: "66",
      Reading: "7",
    });
  });
});

describe("10,000 categories", () => {
  const names = taxonomyNames(10_000);
  const inAMinute = async (work: () => Promise<unknown>) => {
    const begin = performance.now();
    await work();
    const ms = performance.now() - begin;
    if (process.env.SHOW_TIMES) console.log(`${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(60_000);
  };

  test("are checked and imported within a minute, and continue where a killed process stopped", async () => {
    await inAMinute(async () => {
      const { id } = await checked(textFile(taxonomyText(names)));
      const second = await api.ok(manager, categories.applyImport, { ProcessId: id });
      await runRows(parts, second);
      const [{ done: before = 0 } = {}] = await db.select().from(processes).where(eq(processes.id, second));
      expect(before).toBeGreaterThan(0);
      await run(second);
      expect((await resultOf(second)).summary).toMatchObject({ made: { count: 10_000 } });
    });
    expect(await stored()).toHaveLength(10_000);
    const [first] = names;
    await inAMinute(async () => {
      const file = await workbook([
        ["ExternalId", "Category"],
        ...names.map((name, i) => [String(i + 1), name.replace(first ?? "", "Renamed")]),
      ]);
      const { summary } = await imported(file);
      expect(summary).toMatchObject({ renamed: { count: 1 }, unchanged: { count: 9_999 } });
    });
    expect((await stored()).filter(({ name }) => name.startsWith("Renamed"))).toHaveLength(
      names.filter((name) => name.startsWith(`${first}`)).length,
    );
  }, 120_000);
});

test("people who only see categories cannot import them, but may export them", async () => {
  const reader = await api.aUser({ roles: ["Read Only"] });
  expect((await send(lines("1 Home"), reader)).status).toBe(403);
  expect((await api.download(reader, categories.excelExport, { marketplaceId: marketplace })).length).toBeGreaterThan(
    0,
  );
});
