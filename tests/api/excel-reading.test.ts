import excel from "exceljs";
import { describe, expect, test } from "vitest";
import { headOfSheet, type ReadCell, rowsOfSheet, rowsOfTable } from "#api/core/excel/reading.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { workbookWith, zipOf } from "#tests/support/zip.ts";

async function read(content: Buffer, sheet = "Orders"): Promise<[number: number, ...cells: ReadCell[]][]> {
  const rows: [number, ...ReadCell[]][] = [];
  for await (const batch of rowsOfSheet(content, sheet))
    rows.push(...batch.map(({ number, cells }): [number, ...ReadCell[]] => [number, ...cells]));
  return rows;
}

async function countInTable(content: Buffer): Promise<number> {
  let count = 0;
  for await (const batch of rowsOfTable(content, "Orders")) count += batch.length;
  return count;
}

async function written(fill: (sheet: excel.Worksheet) => void, name = "Orders"): Promise<Buffer> {
  const book = new excel.Workbook();
  fill(book.addWorksheet(name));
  return Buffer.from(await book.xlsx.writeBuffer());
}

const sheetData = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** The message of a refusal, and its duration in milliseconds. */
async function refused(content: Buffer): Promise<[words: string, ms: number]> {
  const begun = performance.now();
  const refusal = await headOfSheet(content, "Orders").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  const { message, errors } = refusal as Refusal;
  expect(errors).toEqual({ file: [message] });
  return [message, performance.now() - begun];
}

test("rows are returned with their numbers, and cells with typed values", async () => {
  const content = await written((sheet) => {
    sheet.addRow(["Text", "Number", "Yes", "Day", "Formula", "Rich", "Error"]);
    sheet.getCell("A3").value = "Łódź 📦 <&> _x0041_";
    sheet.getCell("B3").value = 33.5;
    sheet.getCell("C3").value = true;
    sheet.getCell("D3").value = new Date("2026-03-02T00:00:00Z");
    sheet.getCell("E3").value = { formula: "1+1", result: 2 };
    sheet.getCell("F3").value = { richText: [{ text: "bold", font: { bold: true } }, { text: " plain" }] };
    sheet.getCell("G3").value = { error: "#REF!" };
    sheet.getCell("B5").value = 0;
  });
  expect(await read(content)).toEqual([
    [1, "Text", "Number", "Yes", "Day", "Formula", "Rich", "Error"],
    [3, "Łódź 📦 <&> A", 33.5, true, { date: "2026-03-02T00:00:00.000Z" }, 2, "bold plain", { error: "#REF!" }],
    [5, null, 0],
  ]);
});

test("a number keeps the leading zeros and the percent sign of its format", async () => {
  const content = await written((sheet) => {
    sheet.addRow(["Zeros", "Longer", "Fraction", "Percent", "Decimals", "Literal", "Plain"]);
    sheet.addRow([123, 1234567, 1.5, 0.95, 0.035, 7, 8]);
    for (const [cell, format] of Object.entries({
      A2: "00000",
      B2: "00000",
      C2: "00000",
      D2: "0%",
      E2: "0.0%",
      F2: '0" %"',
      G2: "0.00",
    }))
      sheet.getCell(cell).numFmt = format;
  });
  expect((await read(content)).at(1)).toEqual([2, "00123", "1234567", 1.5, "95%", "3.5%", 7, 8]);
});

test("cells and rows without references are read in sequence, and namespace prefixes are ignored", async () => {
  const content = workbookWith(
    `<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c><x:c r="C1"><x:v>3</x:v></x:c><x:c><x:f>A1</x:f><x:v>0</x:v></x:c></x:row>
    <x:row/><x:row><x:c t="str"><x:f>B1</x:f><x:v></x:v></x:c><x:c t="inlineStr"><x:is><x:r><x:t>a</x:t></x:r><x:r><x:t>b</x:t></x:r><x:rPh><x:t>c</x:t></x:rPh></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
  );
  expect(await read(content)).toEqual([
    [1, 1, 2, 3, 0],
    [3, null, "ab"],
  ]);
});

test("a workbook with many rows is read completely, in order", async () => {
  const count = 5_000;
  const content = await written((sheet) => {
    for (let i = 1; i <= count; i++) sheet.addRow([i, `Text ${i} ü`]);
  });
  const rows = await read(content);
  expect(rows).toHaveLength(count);
  expect(
    rows.every(([number, first, text], i) => number === i + 1 && first === number && text === `Text ${number} ü`),
  ).toBe(true);
});

test("the headings alone can be read, with the strings they share with other cells", async () => {
  const content = await written((sheet) => {
    sheet.addRow([]);
    sheet.addRow(["OrderId", "Courier"]);
    sheet.addRow([1, "OrderId"]);
  });
  expect(await headOfSheet(content, "Orders")).toEqual({ number: 2, cells: ["OrderId", "Courier"] });
});

const whole = await written((sheet) => {
  for (let i = 1; i <= 2_000; i++) sheet.addRow([i, `Text ${i}`]);
});

describe("the import refuses within two seconds", () => {
  const noWorkbook =
    "This isn't a complete Excel workbook (.xlsx). Please save it again in Excel as .xlsx, then choose it again.";
  const tooMuch = "This file is too large to read at once. Please split it into several.";
  const inTheMiddle = () => {
    const broken = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    broken.fill(0xff, middle, middle + 200);
    return broken;
  };
  const someRows = sheetData(`<row>${inline("OrderId")}</row>`);
  const manyZeros = Buffer.concat([Buffer.from(someRows), Buffer.alloc(60_000_000, " ")]);

  test.each([
    ["a file that is not a zip archive", Buffer.from("OrderId,LineItemId\n1,2"), noWorkbook],
    ["an empty file", Buffer.alloc(0), noWorkbook],
    ["another zip archive", zipOf([{ path: "readme.txt", content: "Hello" }]), noWorkbook],
    ["only the first half of a workbook", whole.subarray(0, whole.length / 2), noWorkbook],
    ["only the second half of a workbook", whole.subarray(whole.length / 2), noWorkbook],
    ["a workbook that is corrupt in the middle", inTheMiddle(), noWorkbook],
    ["a sheet that is not XML", workbookWith("OrderId <<"), noWorkbook],
    ["a zip bomb that declares its size", workbookWith(someRows, { declared: 2_000_000_000 }), tooMuch],
    ["a zip bomb with a false declared size", workbookWith(manyZeros.toString(), { declared: 1_000 }), noWorkbook],
    [
      "an archive of thousands of files",
      zipOf(Array.from({ length: 3_000 }, (_, i) => ({ path: `xl/${i}.xml`, content: "" }))),
      tooMuch,
    ],
    [
      "a workbook from before 2007, or with a password",
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "This is an older kind of workbook, or has a password. Please save it in Excel as .xlsx without a password.",
    ],
    ["an empty sheet", workbookWith(sheetData("<row/>")), "The worksheet “Orders” is empty."],
    [
      "a workbook without the sheet",
      workbookWith(someRows, { name: "Sheet1" }),
      "This workbook has no worksheet named “Orders”. It has: “Sheet1”.",
    ],
  ])("%s", async (_, content, words) => {
    const [said, ms] = await refused(content);
    expect(said).toBe(words);
    expect(ms).toBeLessThan(8_000);
  });
});

test("a file that turns out corrupt or endless is refused while it is read", async () => {
  const rows = (count: number) => `<row>${inline("a")}</row>`.repeat(count);
  await expect(read(workbookWith(`<worksheet><sheetData>${rows(2_000)}<row>&nonsense;</row>`))).rejects.toThrow(
    "This isn't a complete Excel workbook",
  );
  await expect(read(workbookWith(sheetData(rows(100_002))))).rejects.toThrow(tooMany);
});

const tooMany =
  "This file has more than 100,000 rows, which is the most that one import takes in any format. Please split it into several files, and import them one after another.";

test("a text file with more rows than an import takes is refused like a workbook", async () => {
  const text = `Name\n${"a\n".repeat(100_001)}`;
  await expect(countInTable(Buffer.from(text))).rejects.toThrow(tooMany);
  expect(await countInTable(Buffer.from(text.slice(0, -2)))).toBe(100_001);
});

test("cells in a column without a heading are ignored", async () => {
  const content = workbookWith(
    sheetData(`<row>${inline("a")}<c/>${inline("c")}</row><row>${inline("1")}${inline("2")}${inline("3")}</row>`),
  );
  expect(await read(content)).toEqual([
    [1, "a", null, "c"],
    [2, "1", null, "3"],
  ]);
});

describe("a small file that expands enormously", () => {
  const tooMuch = "This file is too large to read at once. Please split it into several.";
  const tooLong =
    "A cell of this file holds more than 32,767 characters, which is more than Excel allows. Please shorten it.";
  const head = (columns: number) => `<row>${Array.from({ length: columns }, (_, i) => inline(`c${i}`)).join("")}</row>`;
  const sharing = (rows: number, columns: number) =>
    `<row>${'<c t="s"><v>0</v></c>'.repeat(columns)}</row>`.repeat(rows);
  const shared = (text: string) => [{ path: "xl/sharedStrings.xml", content: `<sst><si><t>${text}</t></si></sst>` }];
  const formats = (code: string) =>
    `<styleSheet><numFmts>${`<numFmt numFmtId="170" formatCode="${code}"/>`.repeat(20)}</numFmts></styleSheet>`;

  test.each([
    [
      "cells that share a long text",
      workbookWith(sheetData(head(100) + sharing(400, 100)), { parts: shared("x".repeat(32_000)) }),
      tooMuch,
    ],
    [
      "fewer cells that share a long text, as far as their file is small",
      workbookWith(sheetData(head(1) + sharing(2_000, 1)), { parts: shared("x".repeat(32_000)) }),
      tooMuch,
    ],
    [
      "a single row of cells that share a long text",
      workbookWith(sheetData(head(100) + sharing(1, 100)), { parts: shared("x".repeat(32_000)) }),
      tooMuch,
    ],
    [
      "an enormous number of cells",
      workbookWith(sheetData(head(500) + '<row><c r="SF1"><v>1</v></c></row>'.repeat(20_000))),
      tooMuch,
    ],
    [
      "a shared text longer than a cell",
      workbookWith(sheetData(head(1) + sharing(1, 1)), { parts: shared("x".repeat(32_768)) }),
      tooLong,
    ],
    [
      "a text longer than a cell",
      workbookWith(sheetData(`${head(1)}<row>${inline("x".repeat(32_768))}</row>`)),
      tooLong,
    ],
    [
      "a number longer than a cell",
      workbookWith(sheetData(`${head(1)}<row><c><v>${"1".repeat(32_768)}</v></c></row>`)),
      tooLong,
    ],
    ["a text of 100 MB", workbookWith(sheetData(`${head(1)}<row>${inline("x".repeat(100_000_000))}</row>`)), tooMuch],
  ])("is refused: %s", async (_, content, words) => {
    expect(content.length).toBeLessThan(200_000);
    const begun = performance.now();
    await expect(read(content)).rejects.toThrow(words);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test.each(["[", '"', '"[', "\\"])("is read quickly even if its number formats repeat %s", async (sign) => {
    const content = workbookWith(sheetData(`${head(1)}<row><c><v>7</v></c></row>`), {
      parts: [{ path: "xl/styles.xml", content: formats(sign.replaceAll('"', "&quot;").repeat(100_000)) }],
    });
    const begun = performance.now();
    expect(await read(content)).toHaveLength(2);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
