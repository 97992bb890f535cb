import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchOptions, type OptionText, repeatedIn, withCodes } from "../../contract/rules/attribute-options.ts";

/** `red:Red` is code and name, `Red` a name alone. */
const options = (...texts: string[]): OptionText[] =>
  texts.map((text) => {
    const [first = "", second] = text.split(":");
    return second === undefined ? { code: "", value: first } : { code: first, value: second };
  });

/** The name of each wanted option, and which kept one it is. */
function matched(kept: string[], wanted: string[]): Record<string, string | undefined> {
  const before = options(...kept);
  const after = options(...wanted);
  const partners = matchOptions(before, after);
  return Object.fromEntries(after.map(({ value }, i) => [value, before[partners[i] ?? -1]?.value]));
}

describe("an option is the same one", () => {
  test("by its code, whatever its name and place", () => {
    expect(matched(["r:Red", "g:Green"], ["g:Grün", "R:Rot"])).toEqual({ Grün: "Green", Rot: "Red" });
  });

  test("by its name, when the code was changed, added or taken away", () => {
    expect(matched(["r:Red", "Green", "b:Blue"], ["Blue", "x:RED", "g:Green"])).toEqual({
      Blue: "Blue",
      RED: "Red",
      Green: "Green",
    });
  });

  test("by its code before its name", () => {
    expect(matched(["r:Red", "g:Green"], ["g:Red", "r:Green"])).toEqual({ Red: "Green", Green: "Red" });
  });

  test("by its place, where nobody has a code and the neighbours are the same", () => {
    expect(matched(["Red", "Green", "Blue"], ["Red", "Grün", "Blue"])).toEqual({
      Red: "Red",
      Grün: "Green",
      Blue: "Blue",
    });
    expect(matched(["Red", "Green"], ["Rot", "Grün"])).toEqual({ Rot: "Red", Grün: "Green" });
  });
});

describe("an option is new, and another removed,", () => {
  test("when one with a code would have to become one with another", () => {
    expect(matched(["r:Red", "b:Blue"], ["r:Red", "v:Violet"])).toEqual({ Red: "Red", Violet: undefined });
    expect(matched(["Blue"], ["v:Violet"])).toEqual({ Violet: undefined });
    expect(matched(["b:Blue"], ["Violet"])).toEqual({ Violet: undefined });
  });

  test("when there are not as many as before between the neighbours", () => {
    expect(matched(["Red", "Green", "Blue"], ["Red", "Blue", "Violet"])).toEqual({
      Red: "Red",
      Blue: "Blue",
      Violet: undefined,
    });
    expect(matched(["Red", "Blue"], ["Red", "Green", "Grey", "Blue"])).toMatchObject({
      Green: undefined,
      Grey: undefined,
    });
  });
});

describe("whatever is wanted", () => {
  const list = fc
    .array(
      fc.record({
        code: fc.constantFrom("", "", "a", "b", "c", "D"),
        value: fc.constantFrom("Red", "red ", "Green", "Blue", "Grey", "Tan"),
      }),
      {
        maxLength: 8,
      },
    )
    .map((rows) => rows.filter((_, i) => !repeatedIn(rows.map(({ code }) => code)).includes(i)))
    .map((rows) => rows.filter((_, i) => !repeatedIn(rows.map(({ value }) => value)).includes(i)));

  test("no stored option becomes two, and no option that does not exist is accepted", () => {
    fc.assert(
      fc.property(list, list, (kept, wanted) => {
        const partners = matchOptions(kept, wanted);
        expect(partners).toHaveLength(wanted.length);
        const found = partners.filter((partner) => partner !== undefined);
        expect(new Set(found).size).toBe(found.length);
        for (const k of found) expect(kept[k]).toBeDefined();
      }),
    );
  });

  test("the same list again changes nothing", () => {
    fc.assert(
      fc.property(list, (kept) => {
        expect(matchOptions(kept, kept)).toEqual(kept.map((_, i) => i));
      }),
    );
  });

  test("one renamed option stays itself", () => {
    fc.assert(
      fc.property(list, fc.nat(7), (kept, at) => {
        const renamed = kept.map((option, i) => (i === at ? { ...option, value: "Something else" } : option));
        expect(matchOptions(kept, renamed)).toEqual(kept.map((_, i) => i));
      }),
    );
  });
});

describe("codes", () => {
  test("are made from the names of new options alone, and are never given twice", () => {
    expect(withCodes(options("Red", "b:Blue"), options("Red", "b:Blue", "Dark Red!", "B", "Ünter", "日本"))).toEqual(
      options("Red", "b:Blue", "dark-red:Dark Red!", "b-2:B", "unter:Ünter", "option:日本"),
    );
  });

  test("stay when the field was emptied, and are the same when the same form is sent again", () => {
    const typed = options("Red", "Tan", "x:Blue", "Old");
    const sent = withCodes(options("r:Red", "tan:Removed", "Old"), typed);
    expect(sent).toEqual(options("r:Red", "tan-2:Tan", "x:Blue", "Old"));
    expect(withCodes(sent, typed)).toEqual(sent);
  });

  test("fit where codes are kept", () => {
    const [made] = withCodes([], options("x".repeat(255)));
    expect(made?.code.length).toBeLessThanOrEqual(50);
  });
});

test("repeated texts are found without regard to capitals; empty ones are none", () => {
  expect(repeatedIn(["a", "", "A ", "b", "", "a"])).toEqual([2, 5]);
});
