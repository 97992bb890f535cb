/**
 * Limits how many requests a caller may send to this process. Limits over more than seconds are in the database, see
 * `quota.ts`.
 */

import type { Config } from "#api/core/config.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { networkOf } from "#contract/rules/network.ts";
import { TokenBuckets, tooManyRequests } from "#contract/rules/token-bucket.ts";

export interface RequestLimits {
  /** @throws Refusal 429 */
  ofPerson(userId: number, cost: number): void;
  /** For callers who are not signed in. @throws Refusal 429 */
  ofAddress(address: string, cost: number): void;
}

/** Signed-in callers are limited by user, because they all share the back office's address; others by address. */
export function requestLimits({ isRateLimited, person, address }: Config["limits"]): RequestLimits {
  const clock = () => performance.now();
  const [people, addresses] = [new TokenBuckets(person, clock), new TokenBuckets(address, clock)];
  const admit = (buckets: TokenBuckets, caller: string, cost: number) => {
    const seconds = isRateLimited ? buckets.take(caller, Math.min(cost, buckets.size.burst)) : 0;
    if (seconds > 0) throw new Refusal(429, tooManyRequests(seconds), undefined, seconds);
  };
  return {
    ofPerson: (userId, cost) => admit(people, String(userId), cost),
    ofAddress: (from, cost) => admit(addresses, networkOf(from), cost),
  };
}
