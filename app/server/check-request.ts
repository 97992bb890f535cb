/** Checks a request before it reaches a route. */
import type { RequestHandler, Response } from "express";
import { env } from "#app/services/request/environment.server.ts";
import { isForeign } from "#app/services/request/guard.server.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** A host name, an IPv4 address or a bracketed IPv6 address, and a port. */
const hostPattern = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Rejects requests with a malformed host or a foreign origin. Replaces the host of the others by the configured
 * address, so that no code behind it trusts a header.
 */
export function checkRequest(refuse: (response: Response, status: number) => void): RequestHandler {
  return (request, response, next) => {
    const { headers, method, url } = request;
    if (!methods.includes(method)) {
      response.set("allow", methods.join(", "));
      return refuse(response, 405);
    }
    // An absolute request line names another host, or is meant for a proxy.
    if (!url.startsWith("/") || !hostPattern.test(headers.host ?? "")) return refuse(response, 400);
    if (isForeign(method, (name) => request.get(name))) return refuse(response, 403);
    headers.host = new URL(env.publicUrl).host;
    delete headers["x-forwarded-host"];
    // Remix compares a post's origin with the host and answers with an empty 500; the check above is stricter.
    if (headers.origin) headers.origin = env.publicOrigin;
    next();
  };
}
