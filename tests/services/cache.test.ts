import { expect, test, vi } from "vitest";
import { cachedThroughOutages } from "#app/services/request/cache.server.ts";

test("while a result cannot be loaded again, the last one is used, and a later one replaces it", async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>();
  const get = cachedThroughOutages(1_000, load);
  load.mockRejectedValueOnce(new Error("away"));
  await expect(get()).rejects.toThrow("away");
  load.mockResolvedValueOnce("first");
  expect(await get()).toBe("first");
  vi.advanceTimersByTime(1_001);
  load.mockRejectedValueOnce(new Error("away"));
  expect([await get(), await get()]).toEqual(["first", "first"]);
  vi.advanceTimersByTime(1_001);
  load.mockResolvedValueOnce("second");
  expect(await get()).toBe("second");
  expect(load).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
