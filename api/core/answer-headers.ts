import type { Config } from "#api/core/config.ts";

/** The headers of every answer of the API and the sign-in, unless the answer sets its own. */
export function answerHeaders({ apiPublicUrl }: Pick<Config, "apiPublicUrl">): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    // Not no-referrer: browsers would then send `Origin: null` with the forms of the sign-in.
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "cache-control": "no-store",
    ...(apiPublicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}
