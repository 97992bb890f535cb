/** The headers of every answer of this site. */
import { env } from "./environment.server";

const common = {
  "x-content-type-options": "nosniff",
  // Never no-referrer: browsers then send `Origin: null` and plain form posts fail.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Passkeys and the clipboard stay as browsers have them; nothing here needs a device.
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "x-frame-options": "DENY",
  "cache-control": "private, no-store",
} as const;

interface Allowed {
  /** Scripts and styles of this answer carry it. */
  nonce?: string;
  /** Where pictures come from. */
  cdn?: string;
  /** Where sign-out posts end up: Chromium holds redirects after a post against `form-action`. */
  authority?: string;
}

export function contentSecurityPolicy({ nonce, cdn = "", authority = "" }: Allowed): string {
  const inline = nonce ? ` 'nonce-${nonce}'` : "";
  return [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${cdn}`.trimEnd(),
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${authority}`.trimEnd(),
  ].join("; ");
}

/** Adds what is not there yet. */
export function secure(headers: Headers, allowed: Allowed = {}): void {
  const all = { ...common, "content-security-policy": contentSecurityPolicy(allowed) };
  for (const [name, value] of Object.entries(all)) if (!headers.has(name)) headers.set(name, value);
  if (env.isHttps && !headers.has("strict-transport-security"))
    headers.set("strict-transport-security", "max-age=31536000");
}
