/** Security headers of every response. */
import { env } from "./environment.server.ts";

const common = {
  "x-content-type-options": "nosniff",
  // Not no-referrer: browsers would then send `Origin: null`, and plain form posts would fail.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Passkeys and the clipboard keep their defaults; device features are not needed.
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "x-frame-options": "DENY",
  "cache-control": "private, no-store",
} as const;

interface Allowed {
  /** CSP nonce of this response's scripts and styles. */
  nonce?: string;
  /** Origin of images. */
  cdn?: string;
  /** Origin to which sign-out posts are redirected: Chromium applies `form-action` to redirects. */
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

/** Adds the headers that are not set yet. */
export function secure(headers: Headers, allowed: Allowed = {}): void {
  const all = { ...common, "content-security-policy": contentSecurityPolicy(allowed) };
  for (const [name, value] of Object.entries(all)) if (!headers.has(name)) headers.set(name, value);
  if (env.isHttps && !headers.has("strict-transport-security"))
    headers.set("strict-transport-security", "max-age=31536000");
}
