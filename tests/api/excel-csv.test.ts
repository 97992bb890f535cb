import { expect, test } from "vitest";
import { csvOf } from "#api/core/excel/csv.ts";
import { excelExport } from "#api/core/excel/export.ts";
import type { Cell, Column } from "#api/core/excel/sheet.ts";
import { workbookOf } from "#api/core/excel/workbook.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { maxWorksheetRows } from "#contract/files/limits.ts";
import type { Operation } from "#contract/operation.ts";
import { allOperations, operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { headings, opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

const api = await startApi();
const staying = new AbortController().signal;

async function* inBatches<Row>(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString("utf8");
}

const written = <Row>(columns: Column<Row>[], ...batches: Row[][]) =>
  textOf(csvOf({ name: "Things", columns, rows: inBatches(...batches) }, "Australia/Sydney", staying));

const said: Column<string>[] = [{ title: "Said", width: 10, kind: "text", value: (text) => text }];
const saying = async (...texts: string[]) => (await written(said, texts)).split("\r\n").slice(1, -1);

test("a file begins with a byte order mark, and has its rows in the order of all batches", async () => {
  expect(await written(said, ["a"], [], ["b", "ç"])).toBe("\ufeffSaid\r\na\r\nb\r\nç\r\n");
});

test("cells with commas, quotation marks, line ends or outer blanks are quoted", async () => {
  expect(await saying("a,b", 'say "no"', "two\nlines", " blank", "plain")).toEqual([
    '"a,b"',
    '"say ""no"""',
    '"two\nlines"',
    '" blank"',
    "plain",
  ]);
});

test("texts that a spreadsheet would take for a formula begin with an apostrophe", async () => {
  expect(await saying("=1+1", "+61 8", "-3", "@SUM(A1)", "\ttab", "＝1+1", "＋1", "－1", "＠A1", "a=1")).toEqual([
    "'=1+1",
    "'+61 8",
    "'-3",
    "'@SUM(A1)",
    "'\ttab",
    "'＝1+1",
    "'＋1",
    "'－1",
    "'＠A1",
    "a=1",
  ]);
});

test("numbers, amounts, days, times, yes and no, and nothing are written plainly", async () => {
  const moment = new Date("2026-03-01T13:30:00Z");
  const columns: Column<null>[] = [
    { title: "N", width: 1, kind: "number", value: () => -1.5 },
    { title: "M", width: 1, kind: "money", value: () => 9.95 },
    { title: "D", width: 1, kind: "day", value: () => "2026-03-02" },
    { title: "T", width: 1, kind: "moment", value: () => moment },
    { title: "Y", width: 1, kind: "yesNo", value: () => false },
    { title: "E", width: 1, kind: "text", value: () => null },
    { title: "A", width: 1, kind: "any", value: (): Cell => moment },
  ];
  expect(await written(columns, [null])).toBe(
    "\ufeffN,M,D,T,Y,E,A\r\n-1.5,9.95,2026-03-02,2026-03-02 00:30,FALSE,,2026-03-01 13:30\r\n",
  );
});

test("a workbook with more rows than a worksheet can hold says so in its last row, and one that fits does not", async () => {
  const rowsWith = async (most: number, ...batches: string[][]) => {
    const pieces: Uint8Array[] = [];
    const sheet = { name: "Things", columns: said, rows: inBatches(...batches) };
    for await (const piece of workbookOf(sheet, "Australia/Sydney", staying, most)) pieces.push(piece);
    return rowsOf(sheetNamed(await opened(Buffer.concat(pieces)), "Things")).map(({ Said }) => Said);
  };
  const endsHere = expect.stringContaining("There are more rows than an Excel worksheet can hold");
  expect(await rowsWith(3, ["a", "b"], [], ["c"], [])).toEqual(["a", "b", "c"]);
  expect(await rowsWith(3, ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  expect(await rowsWith(3, ["a", "b", "c", "d"])).toEqual(["a", "b", endsHere]);
  expect(await rowsWith(3, ["a", "b"], ["c"], ["d"])).toEqual(["a", "b", endsHere]);
});

test("an export that counts too many records is refused, and names CSV", async () => {
  const context = { config: { workbookRows: maxWorksheetRows, timeZone: "Australia/Sydney" } } as Parameters<
    typeof excelExport
  >[0];
  const sheet = { name: "Things", columns: said, rows: inBatches(["a"]) };
  const asked: number[] = [];
  const refusal = await excelExport(context, "Things.xlsx", sheet, {
    async countUpTo(most) {
      asked.push(most);
      return most;
    },
  }).catch((error: unknown) => error);
  expect(asked).toEqual([1_048_576]);
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).message).toBe(
    "This export has more than 1,048,575 rows, which is more than an Excel worksheet can hold. Please export it as CSV, or set more filters.",
  );
});

/** The exports of tables, with inputs that find something or nothing. */
const exports: [
  Operation,
  (its: { invoice: number; marketplace: number; supplier: number }) => Record<string, unknown>,
][] = [
  [operations.orders.excelExport, () => ({})],
  [operations.products.excelExport, () => ({})],
  [operations.products.excelExportStockAndPrices, () => ({})],
  [
    operations.products.excelReferralsExport,
    () => ({ fromDate: "2026-03-01T00:00:00Z", toDate: "2026-03-31T00:00:00Z" }),
  ],
  [operations.categories.excelExport, ({ marketplace }) => ({ marketplaceId: marketplace })],
  [operations.suppliers.excelExport, () => ({})],
  [operations.invoices.export, ({ invoice }) => ({ invoiceId: invoice })],
  [
    operations.invoices.exportReconciliation,
    ({ marketplace }) => ({
      marketplaceId: marketplace,
      fromDate: "2026-03-01T00:00:00Z",
      toDate: "2026-03-31T00:00:00Z",
    }),
  ],
  [operations.invoices.statementExport, ({ supplier }) => ({ id: supplier })],
  [operations.charges.export, () => ({})],
  [operations.books.journalExport, () => ({})],
  [operations.books.trialBalanceExport, () => ({})],
  [operations.history.excelExport, () => ({})],
];

test("every export that takes a format answers with CSV, with the same columns as the workbook", async () => {
  const taking = allOperations().filter(([, { kind, input }]) => kind === "download" && "format" in input.shape);
  expect(taking.map(([, operation]) => operation)).toEqual(
    expect.arrayContaining(exports.map(([operation]) => operation)),
  );
  expect(taking).toHaveLength(exports.length);
  const admin = await api.aUser({ roles: ["Administrator"] });
  const [supplier, marketplace] = [await api.aSupplier({ name: "=Acacia" }), await api.aMarketplace()];
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, referralCostPerClick: 1 });
  await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
  const invoice = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
  for (const [operation, inputOf] of exports) {
    const input = inputOf({ invoice, marketplace, supplier });
    const csv = await api.send(admin, requestFor(operation, { ...input, format: "csv" }));
    expect([csv.statusCode, csv.headers["content-type"]], operation.path).toEqual([200, "text/csv; charset=utf-8"]);
    expect(String(csv.headers["content-disposition"]), operation.path).toMatch(/\.csv/);
    const book = await api.send(admin, requestFor(operation, input));
    const [sheet] = (await opened(book.rawPayload)).worksheets;
    const titles = sheet ? headings(sheet) : [];
    expect(csv.body.split("\r\n")[0], operation.path).toBe(`\ufeff${titles.join()}`);
  }
  const suppliers = await api.send(
    admin,
    requestFor(operations.suppliers.excelExport, { name: "=Acacia", format: "csv" }),
  );
  expect(suppliers.body.split("\r\n")[1]).toMatch(new RegExp(`^${supplier},'=Acacia,`));
  expect((await api.send(admin, requestFor(operations.orders.excelExport, { format: "pdf" }))).statusCode).toBe(422);
}, 90_000);
