/**
 * Token buckets, with which app and API limit the requests of a caller. A bucket holds up to `burst` tokens and gains
 * `perSecond`; a request takes one or more. Memory is bounded: with too many callers the least recently seen are
 * forgotten, which only gives them a full bucket.
 */
import { z } from "zod";

export interface BucketSize {
  /** Tokens of a full bucket. */
  burst: number;
  /** Tokens gained in a second. */
  perSecond: number;
}

/** Parses `600/20`: a burst of 600 and 20 per second. Undefined for anything else. */
export function bucketSize(text: string): BucketSize | undefined {
  const [, burst, perSecond] = /^(\d{1,7})\/(\d{1,6}(?:\.\d{1,3})?)$/.exec(text) ?? [];
  const size = { burst: Number(burst), perSecond: Number(perSecond) };
  return size.burst >= 1 && size.perSecond > 0 ? size : undefined;
}

/** Schema of an environment variable with the size of a bucket. */
export const bucketVariable = z.string().transform((text, context) => {
  const size = bucketSize(text);
  if (!size) context.addIssue("must be a burst and a number a second, as 600/20");
  return size ?? z.NEVER;
});

interface Bucket {
  tokens: number;
  /** When it held that many, by the clock of the buckets. */
  at: number;
}

const maxCallers = 50_000;

export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a monotonic clock, such as `performance.now` */
  constructor(
    readonly size: BucketSize,
    readonly now: () => number,
  ) {}

  /**
   * Takes tokens of a caller.
   * @returns 0 if there were enough; otherwise the seconds until there are (at least 1), and nothing is taken
   */
  take(caller: string, tokens = 1): number {
    const { burst, perSecond } = this.size;
    const at = this.now();
    const before = this.#buckets.get(caller) ?? { tokens: burst, at };
    const available = Math.min(burst, before.tokens + ((at - before.at) / 1000) * perSecond);
    const isEnough = available >= tokens;
    // Deleted first, so that the map stays in the order of the last request.
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens: isEnough ? available - tokens : available, at });
    if (this.#buckets.size > maxCallers) this.#forgetOldest();
    return isEnough ? 0 : Math.max(1, Math.ceil((tokens - available) / perSecond));
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

/** The message of a 429 response, with the time to wait in whole seconds. */
export function tooManyRequests(seconds: number): string {
  const wait =
    seconds < 90 ? (seconds === 1 ? "a second" : `${seconds} seconds`) : `${Math.ceil(seconds / 60)} minutes`;
  return `There were too many requests in a short time. Nothing was changed. Please try again in ${wait}.`;
}
