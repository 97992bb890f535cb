/**
 * Operations that require a recent proof of identity (RFC 9470): an open browser, or a stolen token, is not enough for
 * them. The token states when its user last authenticated (`auth_time`), and whether with a second factor (`acr`).
 */
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { InsufficientAuthentication } from "#api/core/refusals/refusal.ts";
import type { Caller } from "./caller.ts";
import { hasSecondFactor, mustHaveFactor, twoFactors } from "./second-factor.ts";

/**
 * Requires a recent proof of identity. With the built-in provider that is the second factor, of users who have one or
 * must have one. With another provider it is whatever that provider asks for; tokens without `auth_time` are accepted.
 *
 * @throws Refusal 401 if the last proof is too old
 */
export async function assertFreshProof(db: Db, config: Config, caller: Caller): Promise<void> {
  const { authTime, acr } = caller.identified;
  const maxAge = config.secondFactor.stepUpMinutes * 60;
  if (maxAge === 0 || authTime === undefined) return;
  const isBuiltIn = !config.oidc.external;
  if (isBuiltIn && !mustHaveFactor(config, caller) && !(await hasSecondFactor(db, caller.userId))) return;
  const age = Math.floor(Date.now() / 1000) - authTime;
  if (age > maxAge || (isBuiltIn && acr !== twoFactors))
    throw new InsufficientAuthentication(maxAge, isBuiltIn ? twoFactors : undefined);
}
