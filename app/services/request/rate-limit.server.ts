/**
 * Limits the requests of a user, or of an IP address without a session. The buckets are local to this process, so that
 * several processes multiply the limit; the API has limits of its own.
 */

import { sessionOf } from "#app/services/session/session.server.ts";
import { networkOf } from "#contract/rules/network.ts";
import { TokenBuckets, tooManyRequests } from "#contract/rules/token-bucket.ts";
import { BadRequest } from "./bad-request.server.ts";
import { env } from "./environment.server.ts";
import type { RequestContext } from "./request-context.server.ts";
import type { RequestState } from "./request-state.server.ts";

const clock = () => performance.now();
const people = new TokenBuckets(env.personLimit, clock);
const strangers = new TokenBuckets(env.addressLimit, clock);

/**
 * Counts a request once, however many loaders it runs.
 * @throws BadRequest 429 with the time to wait
 */
export function limitRequests({ state, address }: Pick<RequestContext, "state" | "address">): Promise<void> {
  state.counted ??= count(state, address);
  return state.counted;
}

async function count(state: RequestState, address: string | undefined): Promise<void> {
  if (!env.isRateLimited) return;
  const session = await sessionOf(state);
  const wait =
    session.status === "live"
      ? people.take(session.signedIn.subject)
      : address === undefined
        ? 0
        : strangers.take(networkOf(address));
  if (wait === 0) return;
  state.retryAfterSeconds = wait;
  throw new BadRequest(429, tooManyRequests(wait));
}
