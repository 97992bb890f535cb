import { expect, test } from "vitest";
import type { Column, Sheet } from "#api/core/excel/sheet.ts";
import { workbookOf } from "#api/core/excel/workbook.ts";
import { cellAt, headings, opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";

const staying = new AbortController().signal;

async function* inBatches<Row>(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}

async function written<Row>(columns: Column<Row>[], ...batches: Row[][]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of workbookOf(
    { name: "Things", columns, rows: inBatches(...batches) },
    "Australia/Sydney",
    staying,
  ))
    pieces.push(piece);
  return sheetNamed(await opened(Buffer.concat(pieces)), "Things");
}

const said: Column<string>[] = [{ title: "Said", width: 10, kind: "text", value: (text) => text }];
const saying = async (...texts: string[]) => rowsOf(await written(said, texts)).map((row) => row.Said);

test("a sheet has bold, frozen headings with widths and notes", async () => {
  const sheet = await written<number>(
    [
      { title: "Number", width: 12, kind: "number", value: (number) => number },
      {
        title: "Colour",
        width: 20,
        kind: "text",
        note: "Red & blue <alone>.",
        allowed: ["Red", "Light blue"],
        value: () => "Red",
      },
    ],
    [1, 2],
    [3],
  );
  expect(headings(sheet)).toEqual(["Number", "Colour"]);
  expect(sheet.views).toEqual([expect.objectContaining({ state: "frozen", ySplit: 1 })]);
  expect([sheet.getColumn(1).width, sheet.getColumn(2).width]).toEqual([12, 20]);
  expect([cellAt(sheet, "Number", 1).font.bold, cellAt(sheet, "Number", 2).font?.bold]).toEqual([true, undefined]);
  expect(cellAt(sheet, "Colour", 1).note).toBe("Red & blue <alone>.");
  for (const row of [2, 4])
    expect(cellAt(sheet, "Colour", row).dataValidation).toMatchObject({
      type: "list",
      formulae: ['"Red,Light blue"'],
      allowBlank: true,
    });
  expect(cellAt(sheet, "Number", 2).dataValidation).toBeUndefined();
  expect(rowsOf(sheet).map(({ Number: number }) => number)).toEqual([1, 2, 3]);
});

test("the heading of times names their time zone in a note", async () => {
  const sheet = await written<string>(
    [{ title: "When", width: 18, kind: "moment", value: (moment) => new Date(moment) }],
    ["2026-10-03T16:00:00Z"],
  );
  expect(cellAt(sheet, "When", 1).note).toBe("In the time zone Australia/Sydney.");
});

test("without rows the sheet contains only the headings", async () => {
  const sheet = await written<string>([
    { title: "Colour", width: 5, kind: "text", note: "Which?", allowed: ["Red"], value: (text) => text },
  ]);
  expect([headings(sheet), rowsOf(sheet)]).toEqual([["Colour"], []]);
});

test("cells are typed: text, numbers, dollars, dates, times and booleans", async () => {
  interface Everything {
    text: string;
    number: number;
    money: number;
    day: string;
    moment: Date;
    isIn: boolean;
  }
  const columns: Column<Partial<Everything>>[] = [
    { title: "Text", width: 5, kind: "text", value: ({ text }) => text },
    { title: "Number", width: 5, kind: "number", value: ({ number }) => number },
    { title: "Money", width: 5, kind: "money", value: ({ money }) => money },
    { title: "Day", width: 5, kind: "day", value: ({ day }) => day },
    { title: "Moment", width: 5, kind: "moment", value: ({ moment }) => moment },
    { title: "In", width: 5, kind: "yesNo", value: ({ isIn }) => isIn },
  ];
  // Daylight saving time has started in Sydney between September and October.
  const spring = {
    text: "0042",
    number: 0.0001,
    money: -1234.05,
    day: "2026-10-04",
    moment: new Date("2026-10-04T13:30:00.000Z"),
    isIn: false,
  };
  const winter = {
    text: "",
    number: 0,
    money: 0,
    day: undefined,
    moment: new Date("2026-09-30T13:30:00.000Z"),
    isIn: true,
  };
  const sheet = await written(columns, [spring, winter, { number: 1 }]);
  expect(rowsOf(sheet)).toEqual([
    {
      Text: "0042",
      Number: 0.0001,
      Money: -1234.05,
      Day: new Date("2026-10-04"),
      Moment: new Date("2026-10-05T00:30:00Z"),
      In: false,
    },
    { Text: null, Number: 0, Money: 0, Day: null, Moment: new Date("2026-09-30T23:30:00Z"), In: true },
    { Text: null, Number: 1, Money: null, Day: null, Moment: null, In: null },
  ]);
  expect(Object.fromEntries(headings(sheet).map((title) => [title, cellAt(sheet, title, 2).numFmt]))).toEqual({
    Text: "@",
    Number: undefined,
    Money: "[$$-C09]#,##0.00;-[$$-C09]#,##0.00",
    Day: "dd mmm yyyy",
    Moment: "dd mmm yyyy hh:mm",
    In: undefined,
  });
  // Text entered later into an empty cell must be text as well.
  expect(sheet.getColumn(1).numFmt).toBe("@");
});

test.each([
  "=1+1",
  "+61 8 5550 1234",
  "-5",
  "@SUM(A1)",
  "=cmd|' /C calc'!A0",
  "\t=1",
  "<b>&amp;\"'",
  "  spaces  ",
  "two\nlines",
  "🧺 Öz 篮",
  "TRUE",
  "1e5",
  "#REF!",
])("%j stays text", async (text) => {
  const sheet = await written(said, [text]);
  expect([rowsOf(sheet), cellAt(sheet, "Said", 2).formula]).toEqual([[{ Said: text }], undefined]);
});

test("characters not allowed in XML are removed, and line breaks are those of Excel", async () => {
  expect(await saying("a\u0000\u0001\u000b\u001f\u007fb\ufffe\uffff\ud800c", "one\r\ntwo\rthree")).toEqual([
    "abc",
    "one\ntwo\nthree",
  ]);
});

test("text that looks like an Excel escape sequence is itself escaped", async () => {
  expect(await saying("_x0041_", "_x_")).toEqual(["_x005F_x0041_", "_x_"]);
});

test("text is truncated at the maximum of a cell, never within a character", async () => {
  const [long, emoji] = await saying("x".repeat(40_000), `${"x".repeat(32_766)}🧺`);
  expect([String(long).length, String(emoji)]).toEqual([32_767, "x".repeat(32_766)]);
});

test("rows are read only as fast as the output is consumed, and not at all if nobody consumes it", async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<string[]> {
    try {
      for (;;) {
        read++;
        // Random text, which a zip archive cannot compress.
        yield Array.from({ length: 25 }, () =>
          Array.from({ length: 4_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join(""),
        );
      }
    } finally {
      read = -1;
    }
  }
  const sheet: Sheet<string> = { name: "Endless", columns: said, rows: endless() };
  const bytes = workbookOf(sheet, "UTC", staying);
  for (let pieces = 0; pieces < 20; pieces++) await bytes.next();
  expect(read).toBeLessThan(200);
  await bytes.return(undefined);
  expect(read).toBe(-1);
});

test("an abort signal stops the work immediately, as does an error while rows are read", async () => {
  const leaving = new AbortController();
  const endless = async function* () {
    for (;;) yield ["again"];
  };
  const bytes = workbookOf({ name: "Endless", columns: said, rows: endless() }, "UTC", leaving.signal);
  leaving.abort();
  await expect(bytes.next()).rejects.toThrow(/abort/i);
  const broken = async function* (): AsyncGenerator<string[]> {
    yield ["one"];
    throw new Error("no more");
  };
  const all = async () => {
    for await (const _ of workbookOf({ name: "Broken", columns: said, rows: broken() }, "UTC", staying));
  };
  await expect(all()).rejects.toThrow("no more");
});

test("options that are too long or contain commas use a hidden sheet, and suggestions allow other values", async () => {
  const long = ["Red, or blue", "x".repeat(256), "Green & white"];
  const column = (title: string, list: object): Column<string> => ({
    title,
    width: 5,
    kind: "text",
    value: (text) => text,
    ...list,
  });
  const rows = ["Red", "Blue"];
  const sheet = await written<string>(
    [column("Closed", { allowed: long }), column("Open", { offered: ["Red", "Blue"] })],
    rows,
  );
  expect(sheet.getCell("A3").dataValidation).toMatchObject({
    type: "list",
    formulae: ["Choices!$A$1:$A$3"],
    showErrorMessage: true,
  });
  expect(sheet.getCell("B3").dataValidation).toMatchObject({ type: "list", formulae: ['"Red,Blue"'] });
  expect(sheet.getCell("B3").dataValidation.showErrorMessage ?? false).toBe(false);
  const choices = sheet.workbook.getWorksheet("Choices");
  expect([
    choices?.state,
    choices?.getCell("A1").text,
    choices?.getCell("A2").text,
    choices?.getCell("A3").text,
  ]).toEqual(["hidden", ...long]);
});
