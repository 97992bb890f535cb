import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeEdit, readShown, shownText } from "#contract/rules/edits.ts";

const record = {
  Name: "Linen tray",
  Notes: null as string | null,
  Roles: ["Finance", "Operator"],
  Stock: 10,
  Price: 9.09,
};
type Sent = typeof record;
const merged = (sent: Partial<Sent>, current: Partial<Sent>, rules = {}) =>
  mergeEdit({ ...record, ...sent }, readShown(shownText(record)), { ...record, ...current }, rules);

describe("an edit of a record that was changed concurrently", () => {
  test("writes what its sender changed, and leaves all other fields at their current values", () => {
    expect(merged({ Name: "Tray" }, { Roles: ["Finance"], Notes: "Heavy" })).toMatchObject({
      input: { ...record, Name: "Tray", Roles: ["Finance"], Notes: "Heavy" },
      theirs: {},
    });
  });

  test("that vouches for all fields reports what others have changed, also where its sender changed nothing", () => {
    const { theirs, shown } = merged({}, { Name: "Basket" }, { isStatement: true });
    expect(theirs).toEqual({ Name: "Basket" });
    const now = { ...record, Name: "Basket" };
    expect(mergeEdit(record, readShown(shown), now, { isStatement: true })).toMatchObject({
      input: record,
      theirs: {},
    });
    expect(merged({}, {}, { isStatement: true }).theirs).toEqual({});
    expect(merged({ Name: "Basket" }, { Name: "Basket" }, { isStatement: true }).theirs).toEqual({});
  });

  test("reports current values of the fields it changes, and is accepted after they were shown", () => {
    const { theirs, shown } = merged({ Name: "Tray" }, { Name: "Basket", Notes: "Heavy" });
    expect(theirs).toEqual({ Name: "Basket" });
    const now = { ...record, Name: "Basket", Notes: "Heavy" };
    expect(mergeEdit({ ...record, Name: "Tray" }, readShown(shown), now)).toMatchObject({
      input: { ...now, Name: "Tray" },
      theirs: {},
    });
    expect(
      mergeEdit({ ...record, Name: "Tray" }, readShown(shown), { ...now, Name: "Bowl" }).theirs,
      "changed once more",
    ).toEqual({ Name: "Bowl" });
  });

  test("is accepted without asking if both changes are equal", () => {
    expect(merged({ Name: "Tray" }, { Name: "Tray" }).theirs).toEqual({});
    expect(merged({ Roles: ["Operator", "Finance"] }, { Roles: [] }).input.Roles, "boxes in another order").toEqual([]);
    expect(merged({ Notes: "" }, { Notes: "Heavy" }).input.Notes, "no text").toBe("Heavy");
  });

  test("adds the entered difference to a counter, which never falls below 0", () => {
    const rules = { counters: ["Stock"] };
    expect(merged({ Stock: 12 }, { Stock: 6 }, rules)).toMatchObject({ input: { Stock: 8 }, theirs: {} });
    expect(merged({ Stock: 15 }, { Stock: 15 }, rules).input.Stock, "two deliveries").toBe(20);
    expect(merged({ Stock: 10 }, { Stock: 6 }, rules).input.Stock).toBe(6);
    expect(merged({ Stock: 2 }, { Stock: 4 }, rules).theirs).toEqual({ Stock: 4 });
  });

  test("treats amounts that differ only by the rounding on the screen as equal", () => {
    const rules = {
      amounts: ["Price"],
      isSameAmount: (a: number, b: number) => Math.round(a * 110) === Math.round(b * 110),
    };
    expect(merged({ Price: 9.0909 }, { Price: 12 }, rules)).toMatchObject({ input: { Price: 12 }, theirs: {} });
    expect(merged({ Price: 9.5 }, { Price: 12 }, rules).theirs).toEqual({ Price: 12 });
  });

  test("ignores fields that the form did not show, and fields that were not submitted", () => {
    const shown = readShown(shownText({ Name: "Linen tray" }));
    expect(mergeEdit({ Name: "Linen tray", Notes: "Mine" }, shown, { Name: "Tray", Notes: "Theirs" }).input).toEqual({
      Name: "Tray",
      Notes: "Mine",
    });
    expect(mergeEdit({}, shown, { Name: "Tray" }).input).toEqual({});
  });
});

test("the original values stored in a form are short, and contain no long texts", () => {
  const text = shownText({
    Name: "Linen tray & “more”",
    Description: "<p>x</p>".repeat(10_000),
    StockQuantity: 10,
    ManageStock: true,
    Notes: null,
  });
  expect(text).toMatch(/^Name:~\w{1,11} Description:~\w{1,11} StockQuantity:10 ManageStock:true Notes:$/);
});

test("any text submitted as original values is parsed, and quickly", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8_000 }), (text) => {
      expect(() => mergeEdit({ Name: "Mine" }, readShown(text), { Name: "Theirs" })).not.toThrow();
    }),
  );
});

const values = fc.record({
  A: fc.constantFrom("a", "b", "c", ""),
  B: fc.constantFrom("a", "b", null),
  C: fc.subarray(["x", "y", "z"]),
});

test("no change is ever undone silently, and no value is written that nobody entered", () => {
  fc.assert(
    fc.property(values, values, values, (shown, sent, current) => {
      const { input, theirs } = mergeEdit(sent, readShown(shownText(shown)), current);
      const same = (a: unknown, b: unknown) => JSON.stringify(a || null) === JSON.stringify(b || null);
      for (const field of ["A", "B", "C"] as const) {
        const isMine = !same(sent[field], shown[field]);
        const isTheirs = !same(current[field], shown[field]);
        if (!isMine) expect(input[field]).toEqual(current[field]);
        else if (!isTheirs) expect(input[field]).toEqual(sent[field]);
        else expect(Object.hasOwn(theirs, field)).toBe(!same(sent[field], current[field]));
      }
    }),
    { numRuns: 2_000 },
  );
});
