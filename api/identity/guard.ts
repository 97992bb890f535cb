/** What every answer under `/identity` carries, and which posts are taken. */
import type { IncomingMessage } from "node:http";
import type { Config } from "#api/config.ts";
import { answerHeaders } from "#api/http/answer-headers.ts";

/**
 * Browsers check a form's target against `form-action` again on each redirect that follows the post: hence the back
 * office's address, to which a sign-in and a sign-out lead.
 */
export function securityHeaders(config: Config): Record<string, string> {
  return { ...answerHeaders(config), "content-security-policy": contentSecurityPolicy(config) };
}

/** @param script address of the only script that the page may run; none without it */
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

/** True when a browser says that the request comes from a page of this address; one that says nothing is refused. */
export function isFromOwnPage({ headers }: IncomingMessage, { apiPublicUrl }: Config): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin === new URL(apiPublicUrl).origin;
}

/**
 * The provider builds its addresses from the request. What the request says about that is overwritten with the
 * configured public address, so that no header can lead a client elsewhere.
 */
export function pretendPublicAddress({ headers }: IncomingMessage, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  headers["x-forwarded-host"] = host;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  delete headers["x-forwarded-for"];
}
