import { expect, test } from "vitest";
import type { z } from "zod";
import {
  day,
  dayText,
  email,
  emailMessage,
  emails,
  exactText,
  filterText,
  optionalText,
  recordId,
  richText,
  text,
  typedAmount,
  uuidOrNone,
  yesNo,
  zonedMoment,
} from "#contract/fields.ts";
import { updateTimeZone } from "#contract/settings/schema.ts";
import { addSupplier, updateSupplierDetails, updateSupplierFinancialDetails } from "#contract/suppliers/schema.ts";

function wordsFor(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

test("text is trimmed before its length is checked", () => {
  expect(text({ max: 3 }).parse("  abc  ")).toBe("abc");
  expect(optionalText({ max: 3 }).parse("  abc  ")).toBe("abc");
});

test("a text of emoji is checked like others, although it has twice as many units as characters", () => {
  const faces = "😀".repeat(20);
  expect(wordsFor(text({ max: 30 }), `${faces}\u0000`)).toContain("cannot be saved");
  expect(wordsFor(text({ max: 30 }), `${faces}\n${faces.slice(0, 4)}`)).toBe("Please enter this in one line.");
  expect(wordsFor(email({ max: 30 }), faces)).toBe(emailMessage);
  expect(wordsFor(emails({ max: 30 }), faces)).toContain(emailMessage);
  expect(wordsFor(dayText("Please enter a day."), "😀😀😀😀😀😀")).toBe("Please enter a day.");
  expect(wordsFor(updateTimeZone.shape.TimeZone, "😀".repeat(60))).toBe("Please choose a time zone.");
  expect(text({ max: 20 }).parse(faces)).toBe(faces);
  expect(wordsFor(text({ max: 19 }), faces)).toBe("Please use no more than 19 characters.");
});

test.each(["\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"])(
  "a text is asked for in one line, unless it may have several or a program passes it on: %j",
  (lineBreak) => {
    const entered = ` Harbour ${lineBreak} & Co `;
    for (const field of [text({ max: 50 }), optionalText({ max: 50 })])
      expect(field.safeParse(entered).error?.issues.map(({ message }) => message)).toEqual([
        "Please enter this in one line.",
      ]);
    expect(text({ max: 50, breaks: "joined" }).parse(entered)).toBe("Harbour & Co");
    expect(optionalText({ max: 50, breaks: "kept" }).parse(entered)).toBe(`Harbour ${lineBreak} & Co`);
  },
);

test.each(["", "   ", undefined, null])("required text cannot be %j", (value) => {
  expect(wordsFor(text({ max: 10 }), value)).toBe("This is a required field");
});

test("exact text is stored unchanged, and its length includes whitespace", () => {
  const field = exactText({ max: 5 });
  expect(field.parse(" a\n\t ")).toBe(" a\n\t ");
  expect(wordsFor(field, "  abc ")).toBe("Please use no more than 5 characters.");
  for (const value of ["", " \n", undefined]) expect(wordsFor(field, value)).toBe("This is a required field");
});

test("text of exactly the maximum length is accepted, and a longer one is refused with the maximum", () => {
  const field = text({ max: 1000 });
  expect(field.parse("x".repeat(1000))).toHaveLength(1000);
  expect(wordsFor(field, "x".repeat(1001))).toBe("Please use no more than 1,000 characters.");
});

const fieldsOfText = {
  text: text({ max: 20 }),
  exactText: exactText({ max: 20 }),
  optionalText: optionalText({ max: 20 }),
  filter: filterText(),
  richText: richText(),
};

test.each(Object.entries(fieldsOfText))(
  "%s refuses NUL and unpaired surrogates, and accepts surrogate pairs",
  (_name, field) => {
    for (const broken of ["a\u0000b", "a\ud800b", "\udc00"]) expect(wordsFor(field, broken)).toMatch(/cannot be saved/);
    expect(field.parse("a 🦘 b")).toBe("a 🦘 b");
  },
);

test.each([["x"], { toString: "x" }, 5, true])("a text field refuses %j", (value) => {
  for (const field of [...Object.values(fieldsOfText), email(), emails()])
    expect(field.safeParse(value).success).toBe(false);
});

test("optional text that is missing becomes empty", () => {
  for (const value of [undefined, null, "", "  "]) expect(optionalText({ max: 5 }).parse(value)).toBe("");
});

test("an empty filter is ignored", () => {
  for (const value of [undefined, "", "  "]) expect(filterText().parse(value)).toBeUndefined();
});

test("rich text must contain visible text", () => {
  expect(wordsFor(richText(), "<p><br></p>")).toBe("This is a required field");
});

test("a single email field accepts one address, and a list accepts several", () => {
  expect(wordsFor(email(), "a@b.example,c@d.example")).toBe("Please enter a valid email address");
  expect(emails().parse("a@b.example, c@d.example")).toBe("a@b.example, c@d.example");
  expect(emails().parse(" a@b.example ,c@d.example,e@f.example"), "are stored in one way").toBe(
    "a@b.example, c@d.example, e@f.example",
  );
  expect(wordsFor(emails(), "a@b.example, wrong")).toBe("Please enter a valid email address: “wrong” is not valid.");
  expect(wordsFor(emails(), "a@b.example,")).toBe("There is an extra comma.");
});

test("a record id can be a number or a string of digits", () => {
  expect([recordId.parse(7), recordId.parse("7")]).toEqual([7, 7]);
});

test.each([0, -1, 1.5, "", "abc", "1e3", " 7", null, [7], 2_147_483_648, "999999999999"])(
  "a record id cannot be %j",
  (value) => {
    expect(recordId.safeParse(value).success).toBe(false);
  },
);

test("every notation of no file becomes null", () => {
  for (const none of ["", null, undefined, "00000000-0000-0000-0000-000000000000"])
    expect(uuidOrNone.parse(none)).toBeNull();
  expect(uuidOrNone.parse("0B8E1B3A-0000-4000-8000-000000000001")).toBe("0b8e1b3a-0000-4000-8000-000000000001");
  expect(uuidOrNone.safeParse("logo.png").success).toBe(false);
});

test("booleans are accepted as in JSON and as in a query string", () => {
  expect([true, "true", "1", "on", false, "false", "0", "off"].map((value) => yesNo.parse(value))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(yesNo.safeParse("maybe").success).toBe(false);
});

test("__proto__ in the input has no effect", () => {
  const sent = JSON.parse(
    '{"SupplierName":"A","PrimaryContactEmail":"a@b.example","__proto__":{"isAdmin":true}}',
  ) as unknown;
  const read = addSupplier.parse(sent);
  expect(Object.keys(read)).toEqual(["SupplierName", "PrimaryContactEmail"]);
  expect("isAdmin" in read || "isAdmin" in {}).toBe(false);
});

test("messages of the supplier's forms match the specification", () => {
  expect(wordsFor(addSupplier, { PrimaryContactEmail: "a@b.example" })).toBe("Please enter the supplier's name");
  expect(wordsFor(addSupplier, { SupplierName: "A", PrimaryContactEmail: "a" })).toBe(
    "Please enter a valid email address",
  );
  expect(wordsFor(updateSupplierDetails.pick({ Notes: true }), { Notes: "x".repeat(1001) })).toBe(
    "Notes may not exceed 1000 characters.",
  );
});

test("ABN and BSB are stored as digits, and only if complete", () => {
  const { ABN, BSB } = updateSupplierFinancialDetails.shape;
  expect([ABN.parse("51 824 753 556"), BSB.parse("066-102"), ABN.parse(""), BSB.parse(null)]).toEqual([
    "51824753556",
    "066102",
    "",
    "",
  ]);
  expect(wordsFor(ABN, "51 824")).toBe("An ABN has 11 digits, for example 51 824 753 556.");
  expect(wordsFor(BSB, "0661021")).toBe("A BSB has 6 digits, for example 066-102.");
});

test("an amount is read as people enter it, and an invalid one has one error message", () => {
  const amount = typedAmount({ min: 0, max: 2_000, message: "Please enter an amount." });
  expect(["$1,012.35", "0", " 5 "].map((typed) => amount.parse(typed))).toEqual([1012.35, 0, 5]);
  for (const typed of ["", "free", "-1", "2000.01", "1.234", undefined]) {
    expect(
      amount.safeParse(typed).error?.issues.map(({ message }) => message),
      String(typed),
    ).toEqual(["Please enter an amount."]);
  }
});

test.each([
  "2026-03-02T04:05:06.789Z",
  "2026-03-02T04:05:06+10:00",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
])("%s is a valid time", (value) => {
  expect(zonedMoment.parse(value)).toBe(value);
});

test.each([
  "",
  "2026-03-02",
  "2026-03-02T04:05:06",
  "2026-02-30T00:00:00Z",
  "0000-12-31T23:59:59Z",
  "0001-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59-01:00",
])("%j is not a valid time", (value) => {
  expect(wordsFor(zonedMoment, value)).toBe("Please enter a date and a time.");
});

test.each(["", "2026-02-30", "02/03/2026", "0000-01-01"])("%j is not a valid date", (value) => {
  expect(wordsFor(day, value)).toBe("Please enter a date.");
});
