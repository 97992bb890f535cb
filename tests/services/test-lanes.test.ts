import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { inLanes, oneAtATime } from "#scripts/test-lanes.mjs";

/** Begins and ends of items in their order; items in small letters leave a processor idle. */
async function events(items: string): Promise<string> {
  const seen: string[] = [];
  await inLanes(
    [...items],
    (item) => item === item.toLowerCase(),
    async (item, { next, isBeside }) => {
      seen.push(`${item}${isBeside ? "|" : ""}>${next.join("")}`);
      await pause(5);
      seen.push(`${item}.`);
    },
  );
  return seen.join(" ");
}

it("runs the others one after the other, and says which follow", async () => {
  expect(await events("ABC")).toBe("A>BC A. B>C B. C> C.");
});

it("runs two at a time that leave a processor idle, before the next one that does not", async () => {
  expect(await events("abcD")).toBe("a|>bcD b|>cD a. c|>D b. c. D> D.");
});

it("runs a single one that leaves a processor idle alone", async () => {
  expect(await events("AbC")).toBe("A>bC A. b>C b. C> C.");
});

it("prepares one at a time, also after a preparation that failed", async () => {
  const inTurn = oneAtATime();
  const seen: string[] = [];
  const prepare = (name: string) => async () => {
    seen.push(name);
    await pause(5);
    seen.push(`${name}.`);
    if (name === "b") throw new Error("b");
    return name;
  };
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((name) => inTurn(prepare(name))));
  expect(seen.join(" ")).toBe("a a. b b. c c.");
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
