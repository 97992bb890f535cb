/** Checks the origin of a request before anything else happens. */
import { BadRequest } from "./bad-request.server.ts";
import { env } from "./environment.server.ts";

/** Returns true if the request comes from one of our own pages or from the address bar. */
export function isOurOwn(request: Request): boolean {
  return ["same-origin", "none"].includes(request.headers.get("sec-fetch-site") ?? "");
}

/**
 * Returns true for a request that changes something and does not come from one of our own pages. The site's own address
 * is configured, never taken from a header.
 */
export function isForeign(method: string, header: (name: string) => string | null | undefined): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const site = header("sec-fetch-site");
  return site ? site !== "same-origin" : header("origin") !== env.publicOrigin;
}

/** @throws BadRequest 403 for a cross-origin request */
export function assertSameOrigin({ method, headers }: Request): void {
  if (isForeign(method, (name) => headers.get(name))) {
    throw new BadRequest(
      403,
      "This request did not come from a page of this site, so nothing was done. Please open the page and try again.",
    );
  }
}
