import { expect, it } from "vitest";
import { suiteInTime } from "#scripts/test-time.mjs";

const suite = (name: string, seconds: number, shorter?: string[]) => ({ name, seconds, ...(shorter && { shorter }) });
const forms = { "some flows": suite("some flows", 600), "main flows": suite("main flows", 100) };
const named = (name: string) => forms[name as keyof typeof forms];
const flows = suite("all flows", 1_000, ["some flows", "main flows"]);

/** The suite that runs, where earlier ones took that many times as long as usual. */
const chosen = (secondsLeft: number, slowness: number, next: ReturnType<typeof suite>[] = []) =>
  suiteInTime({ suite: flows, next, past: [{ seconds: 100 * slowness, usual: 100 }], secondsLeft, named })?.name;

it.each([
  ["a machine at rest runs everything", 1_000, 1, "all flows"],
  ["a slow machine runs less", 1_500, 2, "some flows"],
  ["a very slow one runs the shortest form", 1_500, 5, "main flows"],
  ["so does one without any time left", -1, 1, "main flows"],
  ["a fast machine does not count on staying fast", 900, 0.5, "some flows"],
])("%s", (_, secondsLeft, slowness, expected) => expect(chosen(secondsLeft, slowness)).toBe(expected));

it("leaves time for what comes after it, in its shortest form", () => {
  const later = suite("later", 900, ["main flows"]);
  expect(chosen(1_100, 1, [later])).toBe("all flows");
  expect(chosen(1_099, 1, [later])).toBe("some flows");
});

it("without a limit, everything runs", () => {
  expect(suiteInTime({ suite: flows, next: [], past: [], secondsLeft: Number.POSITIVE_INFINITY, named })?.name).toBe(
    "all flows",
  );
});
