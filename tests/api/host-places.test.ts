import { expect, test } from "vitest";
import { atHost, placesPerHost } from "#api/core/outbound/host-places.ts";

const patient = new AbortController().signal;

/** Work that goes on until it is released. */
function heldWork() {
  let underWay = 0;
  const releases: (() => void)[] = [];
  return {
    work: () =>
      new Promise<void>((done) => {
        underWay++;
        releases.push(() => {
          underWay--;
          done();
        });
      }),
    underWay: () => underWay,
    release: () => releases.shift()?.(),
  };
}
const settled = () => new Promise<void>((done) => setImmediate(done));

test("a host has few places, and those who wait get one in their order", async () => {
  const { work, underWay, release } = heldWork();
  const ended: number[] = [];
  const all = Array.from({ length: placesPerHost + 2 }, (_, i) =>
    atHost("one.example", patient, work).then(() => ended.push(i)),
  );
  await settled();
  expect(underWay()).toBe(placesPerHost);
  for (let i = 0; i < placesPerHost + 2; i++) {
    release();
    await settled();
    expect(underWay()).toBe(Math.min(placesPerHost, placesPerHost + 1 - i));
  }
  await Promise.all(all);
  expect(ended).toEqual(all.map((_, i) => i));
});

test("another host has places of its own, and work that fails gives its place back", async () => {
  const { work, underWay, release } = heldWork();
  const all = Array.from({ length: placesPerHost }, () => atHost("two.example", patient, work));
  await expect(atHost("three.example", patient, () => Promise.reject(new Error("on purpose")))).rejects.toThrow();
  expect(await atHost("three.example", patient, async () => "done")).toBe("done");
  expect(underWay()).toBe(placesPerHost);
  for (const _ of all) release();
  await Promise.all(all);
});

test("whoever has waited too long leaves, and does not take a place later", async () => {
  const { work, underWay, release } = heldWork();
  const all = Array.from({ length: placesPerHost }, () => atHost("four.example", patient, work));
  await expect(atHost("four.example", AbortSignal.timeout(20), work)).rejects.toThrow(/timeout/i);
  for (const _ of all) release();
  await Promise.all(all);
  expect(underWay()).toBe(0);
});
