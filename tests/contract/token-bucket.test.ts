import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketSize, TokenBuckets, tooManyRequests } from "#contract/rules/token-bucket.ts";

function bucketsAt(clock: { ms: number }, size = { burst: 3, perSecond: 2 }) {
  return new TokenBuckets(size, () => clock.ms);
}

describe("a token bucket", () => {
  it("lets a burst through, then returns the seconds to wait", () => {
    const buckets = bucketsAt({ ms: 0 }, { burst: 3, perSecond: 0.1 });
    expect([1, 2, 3].map(() => buckets.take("mia"))).toEqual([0, 0, 0]);
    expect(buckets.take("mia")).toBe(10);
  });

  it("refills over time, up to its size", () => {
    const clock = { ms: 0 };
    const buckets = bucketsAt(clock);
    expect(buckets.take("mia", 3)).toBe(0);
    expect(buckets.take("mia")).toBe(1);
    clock.ms = 500;
    expect(buckets.take("mia")).toBe(0);
    clock.ms = 1_000_000;
    expect(buckets.take("mia", 3)).toBe(0);
    expect(buckets.take("mia")).toBe(1);
  });

  it("counts each caller separately", () => {
    const buckets = bucketsAt({ ms: 0 });
    expect(buckets.take("mia", 3)).toBe(0);
    expect(buckets.take("noah", 3)).toBe(0);
  });

  it("never lets through more than the burst and what was refilled since", () => {
    const requests = fc.array(fc.record({ afterMs: fc.nat({ max: 2_000 }), tokens: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(requests, (all) => {
        const clock = { ms: 0 };
        const buckets = bucketsAt(clock);
        let taken = 0;
        for (const { afterMs, tokens } of all) {
          clock.ms += afterMs;
          if (buckets.take("mia", tokens) === 0) taken += tokens;
        }
        expect(taken).toBeLessThanOrEqual(3 + (clock.ms / 1000) * 2 + 1e-6);
      }),
    );
  });

  it("is configured by its burst and its refill rate per second", () => {
    expect(bucketSize("600/20")).toEqual({ burst: 600, perSecond: 20 });
    expect(bucketSize("5/0.5")).toEqual({ burst: 5, perSecond: 0.5 });
    for (const wrong of ["", "600", "0/1", "5/0", "many/1", "5/1/1", "-1/1"]) expect(bucketSize(wrong)).toBeUndefined();
  });

  it("formats the time to wait as text", () => {
    expect(tooManyRequests(1)).toContain("in a second.");
    expect(tooManyRequests(40)).toContain("in 40 seconds.");
    expect(tooManyRequests(3_600)).toContain("in 60 minutes.");
  });
});
