/** Security headers of every response under `/identity`, and the origin check of form submissions. */
import type { IncomingMessage } from "node:http";
import { answerHeaders } from "#api/core/answer-headers.ts";
import type { Config } from "#api/core/config.ts";

/**
 * Browsers check `form-action` again on each redirect after a form submission, so it also lists the back office's
 * address, to which sign-in and sign-out redirect.
 */
export function securityHeaders(config: Config): Record<string, string> {
  return { ...answerHeaders(config), "content-security-policy": contentSecurityPolicy(config) };
}

/** @param script URL of the only script that the page may run; without it, none */
export function contentSecurityPolicy(config: Config, script?: string): string {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${script}`]),
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action 'self' ${new URL(config.publicUrl).origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return policy.join("; ");
}

/** True if the browser states that the request comes from a page of this origin; false if it states nothing. */
export function isFromOwnPage({ headers }: IncomingMessage, { apiPublicUrl }: Config): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin === new URL(apiPublicUrl).origin;
}

/**
 * The provider builds its URLs from the request. Overwrites the forwarding headers with the configured public address,
 * so that no header can redirect a client elsewhere.
 */
export function setPublicAddress({ headers }: IncomingMessage, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  headers["x-forwarded-host"] = host;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  delete headers["x-forwarded-for"];
}
