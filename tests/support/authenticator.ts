/** Computes codes as an authenticator app does. */
import { Secret, TOTP } from "otpauth";

/** Returns the code of an authenticator app, this many steps of 30 seconds from now. Each works once. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}
