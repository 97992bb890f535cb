import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchOptions, type OptionText, repeatedIn, withCodes } from "#contract/rules/attribute-options.ts";

/** `red:Red` is a code and a name, `Red` only a name. */
const options = (...texts: string[]): OptionText[] =>
  texts.map((text) => {
    const [first = "", second] = text.split(":");
    return second === undefined ? { code: "", value: first } : { code: first, value: second };
  });

/** The name of each wanted option, with the name of the stored option it matches. */
function matched(kept: string[], wanted: string[]): Record<string, string | undefined> {
  const before = options(...kept);
  const after = options(...wanted);
  const partners = matchOptions(before, after);
  return Object.fromEntries(after.map(({ value }, i) => [value, before[partners[i] ?? -1]?.value]));
}

describe("an option is matched", () => {
  test("by its code, whatever its name and position", () => {
    expect(matched(["r:Red", "g:Green"], ["g:Grün", "R:Rot"])).toEqual({ Grün: "Green", Rot: "Red" });
  });

  test("by its name, if its code was changed, added or removed", () => {
    expect(matched(["r:Red", "Green", "b:Blue"], ["Blue", "x:RED", "g:Green"])).toEqual({
      Blue: "Blue",
      RED: "Red",
      Green: "Green",
    });
  });

  test("by its code rather than its name", () => {
    expect(matched(["r:Red", "g:Green"], ["g:Red", "r:Green"])).toEqual({ Red: "Green", Green: "Red" });
  });

  test("by its position, if no option has a code and the neighbours are unchanged", () => {
    expect(matched(["Red", "Green", "Blue"], ["Red", "Grün", "Blue"])).toEqual({
      Red: "Red",
      Grün: "Green",
      Blue: "Blue",
    });
    expect(matched(["Red", "Green"], ["Rot", "Grün"])).toEqual({ Rot: "Red", Grün: "Green" });
  });
});

describe("an option is new, and another one removed,", () => {
  test("if one with a code would turn into one with another code", () => {
    expect(matched(["r:Red", "b:Blue"], ["r:Red", "v:Violet"])).toEqual({ Red: "Red", Violet: undefined });
    expect(matched(["Blue"], ["v:Violet"])).toEqual({ Violet: undefined });
    expect(matched(["b:Blue"], ["Violet"])).toEqual({ Violet: undefined });
  });

  test("if the number of options between the neighbours differs", () => {
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

describe("for any list of options", () => {
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

  test("no stored option is matched twice, and every match exists", () => {
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

  test("an unchanged list changes nothing", () => {
    fc.assert(
      fc.property(list, (kept) => {
        expect(matchOptions(kept, kept)).toEqual(kept.map((_, i) => i));
      }),
    );
  });

  test("a single renamed option is matched", () => {
    fc.assert(
      fc.property(list, fc.nat(7), (kept, at) => {
        const renamed = kept.map((option, i) => (i === at ? { ...option, value: "Something else" } : option));
        expect(matchOptions(kept, renamed)).toEqual(kept.map((_, i) => i));
      }),
    );
  });
});

describe("option codes", () => {
  test("are generated only from the names of new options, and are unique", () => {
    expect(withCodes(options("Red", "b:Blue"), options("Red", "b:Blue", "Dark Red!", "B", "Ünter", "日本"))).toEqual(
      options("Red", "b:Blue", "dark-red:Dark Red!", "b-2:B", "unter:Ünter", "option:日本"),
    );
  });

  test("are preserved if the field was cleared, and stable if the same form is sent again", () => {
    const typed = options("Red", "Tan", "x:Blue", "Old");
    const sent = withCodes(options("r:Red", "tan:Removed", "Old"), typed);
    expect(sent).toEqual(options("r:Red", "tan-2:Tan", "x:Blue", "Old"));
    expect(withCodes(sent, typed)).toEqual(sent);
  });

  test("fit the maximum length", () => {
    const [made] = withCodes([], options("x".repeat(255)));
    expect(made?.code.length).toBeLessThanOrEqual(50);
  });
});

test("repeated texts are found ignoring case, and empty ones are not repetitions", () => {
  expect(repeatedIn(["a", "", "A ", "b", "", "a"])).toEqual([2, 5]);
});
