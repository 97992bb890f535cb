import { describe, expect, test } from "vitest";
import { handleOf, maxMentions, mentionsIn } from "#contract/rules/mentions.ts";

const anna = { id: 1, name: "Anna Bell", givenName: "Anna", email: "anna@harbour.example" };
const annaMay = { id: 2, name: "Anna Bell Hart", givenName: "Anna Bell", email: "hart@harbour.example" };
const bo = { id: 3, name: "Bo Lindqvist", givenName: "Bo", email: "bo@acacia.example" };
const unnamed = { id: 4, name: "", givenName: "", email: "orders@acacia.example" };
const people = [anna, annaMay, bo, unnamed];

describe("a mention", () => {
  test.each([
    ["@Bo Lindqvist can you look?", [3]],
    ["Can you look, @bo?", [3]],
    ["@Bo's parcel", [3]],
    ["(@bo@acacia.example)", [3]],
    ["@orders@acacia.example.", [4]],
    ["@Anna Bell Hart, please", [2]],
    ["@Bo\nLindqvist", [3]],
    ["@Bo and @bo lindqvist", [3]],
    ["Write to sales@shop.example", []],
    ["5 boxes @ 3 kg", []],
    ["nobody", []],
  ])("%j reaches %j", (text, ids) => {
    expect(mentionsIn(text, people)).toEqual({ ids });
  });

  test("uses the longest name that fits", () => {
    expect(mentionsIn("@Anna Bell is away", [anna, annaMay]).ids).toEqual([]);
    expect(mentionsIn("@Anna Bell is away", [anna]).ids).toEqual([1]);
  });

  test("of a name that several people have is refused", () => {
    const twins = [bo, { ...bo, id: 9, email: "bo@other.example" }];
    expect(mentionsIn("@Bo", twins).problem).toContain("More than one person is called “Bo”");
    expect(mentionsIn("@bo@other.example", twins).ids).toEqual([9]);
  });

  test("of nobody is refused with the word as it was typed", () => {
    expect(mentionsIn("Thanks @Xavier, and @Bo", people)).toEqual({
      ids: [],
      problem: expect.stringContaining("“@Xavier” is not someone who can read this message"),
    });
    expect(mentionsIn("@Bob", people).problem).toContain("“@Bob”");
  });

  test("of too many people is refused, however long the text is", () => {
    const crowd = Array.from({ length: 2_000 }, (_, i) => ({ ...bo, id: i, name: `Bo ${i}` }));
    const begun = performance.now();
    expect(mentionsIn("@Bo 7 ".repeat(maxMentions + 1), crowd).problem).toContain(`no more than ${maxMentions}`);
    expect(mentionsIn("@Bo 7 ".repeat(maxMentions), crowd).ids).toEqual([7]);
    expect(mentionsIn("@ ".repeat(2_000), crowd).ids).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

test("people are named by their address where the name is missing or shared", () => {
  expect(people.map((each) => handleOf(each, people))).toEqual([
    "Anna Bell",
    "Anna Bell Hart",
    "Bo Lindqvist",
    "orders@acacia.example",
  ]);
  const twins = [bo, { ...bo, id: 9, email: "bo@other.example" }];
  expect(twins.map((each) => handleOf(each, twins))).toEqual(["bo@acacia.example", "bo@other.example"]);
});
