/**
 * Time-based codes (RFC 6238) with the parameters that every authenticator app supports: SHA-1, 6 digits, 30 seconds.
 */
import bwip from "bwip-js/node";
import { Secret, TOTP } from "otpauth";

const period = 30;
/** Accepted steps before and after the current one, because the clocks of phones are not exact. */
const window = 1;
const issuer = "Countinghouse";

const totp = (secret: string, label = "") =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period });

/** Returns 160 random bits in base32, as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the time step of the code, or undefined if the code is not valid now. */
export function stepOfCode(secret: string, code: string): number | undefined {
  const token = code.replace(/\s/g, "");
  const timestamp = Date.now();
  const delta = /^\d{6}$/.test(token) ? totp(secret).validate({ token, timestamp, window }) : null;
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta;
}

/** Returns the secret as a QR code in SVG: dark modules as one path without a background, 4 modules of margin. */
export function qrCode(secret: string, email: string): string {
  return bwip.toSVG({
    bcid: "qrcode",
    text: totp(secret, email).toString(),
    scale: 2,
    padding: 8,
    backgroundcolor: "FFFFFF",
  });
}
