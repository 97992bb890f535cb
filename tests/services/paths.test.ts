import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paths, samePath, withParams } from "#app/lib/paths.ts";

const ourSite = "https://back.office.example";
/** The origin to which the path would take a browser on this site. */
const destination = (path: string) => new URL(path, `${ourSite}/suppliers`).origin;

describe("a return path", () => {
  it.each([
    "/",
    "/suppliers",
    "/suppliers?name=aca&sort=city#row-3",
    "/suppliers/12?edit=general",
    "/suppliers?from=https%3A%2F%2Fevil.example",
    "/%2f%2fevil.example",
  ])("is accepted unchanged: %s", (path) => {
    expect(samePath(path)).toBe(path);
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/suppliers/..//evil.example",
    "/%2e//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    "\u0000//evil.example",
    "https://evil.example",
    "https:evil.example",
    "http:/evil.example",
    "HTTPS://evil.example/",
    "javascript:alert(1)",
    "data:text/html,hello",
    "evil.example",
    "@evil.example",
    ":80",
    "?redirect=/",
    "",
    " ",
    " /suppliers",
    "http://[",
  ])("cannot be %j", (path) => {
    expect(samePath(path, "/home")).toBe("/home");
  });

  it.each([null, undefined])("is the fallback if there is none", (nothing) => {
    expect(samePath(nothing)).toBe("/");
  });

  it("never leads to another site, however it is written", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "//",
        "\\",
        ".",
        "..",
        "%2e",
        "%2f",
        "%5c",
        "@",
        ":",
        "?",
        "#",
        "\t",
        "\r\n",
        "https:",
        "evil.example",
        "\u2028",
        "／",
        "。",
      ),
      fc.string({ unit: "binary", maxLength: 2 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
        (path) => {
          expect(destination(samePath(path))).toBe(ourSite);
          expect(destination(samePath(`/${path}`))).toBe(ourSite);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("a URL with changed parameters", () => {
  it("keeps the other parameters", () => {
    expect(withParams("/suppliers?name=aca&page=3", { page: null, sort: "city" })).toBe(
      "/suppliers?name=aca&sort=city",
    );
  });

  it("loses the question mark with its last parameter", () => {
    expect(withParams("/suppliers?page=3", { page: "" })).toBe("/suppliers");
  });

  it("encodes the return path of sign-in as one parameter", () => {
    expect(new URL(paths.login("/suppliers?name=a&b#c"), ourSite).searchParams.get("redirect")).toBe(
      "/suppliers?name=a&b#c",
    );
  });
});
