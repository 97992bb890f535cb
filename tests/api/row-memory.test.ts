import { expect, test } from "vitest";
import { isAsShown, keyOf, layoutOf, memoryIn, memoryText, newExport } from "#api/core/excel/row-memory.ts";
import { fingerprint } from "#contract/rules/edits.ts";

const now = new Date("2026-03-02T10:00:00Z");
const titles = ["Name", "Price", "Notes"];
const goods = layoutOf({ name: "goods", titles });
const written = memoryText(newExport(goods, now), { ids: [7], cells: ["Bowl", 12.5, undefined] });

test("a row remembers its cells, and which of them it does not have", () => {
  const memory = memoryIn(written ?? null, [goods], [7]);
  expect(memory?.day).toBe("2026-03-02");
  expect(titles.map((title) => memory?.covers(title))).toEqual([true, true, false]);
  expect([memory?.entryFor("Name"), memory?.entryFor(" price "), memory?.entryFor("Notes")]).toEqual([
    "Bowl",
    12.5,
    undefined,
  ]);
});

test("the memory of another record, of another worksheet, or a damaged one is none", () => {
  expect(memoryIn(written ?? null, [goods], [8])).toBeUndefined();
  expect(memoryIn(written ?? null, [layoutOf({ name: "others", titles })], [7])).toBeUndefined();
  for (const cell of [null, "", "Bowl", 7, `A${written}`, `${written}.`.replace(/\w(?=\.)/, "_")])
    expect(memoryIn(cell, [goods], [7])).toBeUndefined();
});

test("the memory of the version before is none", () => {
  const before = Buffer.from(JSON.stringify([1, "goods", "abcdefgh", "2026-03-02", 7, null, ["Bowl"], {}])).toString(
    "base64",
  );
  expect(memoryIn(`${before}.${fingerprint(before)}`, [goods], [7])).toBeUndefined();
});

test("a column that was added at the end leaves earlier files valid, and one in between does not", () => {
  const longer = layoutOf({ name: "goods", titles: [...titles, "Colour"] });
  const memory = memoryIn(written ?? null, [longer], [7]);
  expect([memory?.covers("Name"), memory?.covers("Colour")]).toEqual([true, false]);
  const other = layoutOf({ name: "goods", titles: ["Name", "Colour", "Price", "Notes"] });
  expect(memoryIn(written ?? null, [other], [7])).toBeUndefined();
});

test("a long text is compared as a whole, and shown by its beginning", () => {
  const text = "A basket, woven by hand from the leaves of the pandanus";
  const cell = memoryText(newExport(goods, now), { ids: [7], cells: [text] }) ?? null;
  const entry = memoryIn(cell, [goods], [7])?.entryFor("Name");
  expect(entry).toEqual([fingerprint(text), "A basket, woven by h"]);
  expect([isAsShown(entry, ` ${text}`), isAsShown(entry, `${text}.`)]).toEqual([true, false]);
});

test("columns that an export chooses are remembered by their titles", () => {
  const open = layoutOf({ name: "goods", titles, hasOthers: true });
  const others = [[keyOf("Attribute: Glaze"), "Red"] as const];
  const memory = memoryIn(memoryText(newExport(open, now), { ids: [7], cells: [], others }) ?? null, [open], [7]);
  expect([memory?.covers("Attribute: Glaze"), memory?.entryFor("attribute: glaze")]).toEqual([true, "Red"]);
});
