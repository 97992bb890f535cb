import { secure } from "~/services/security-headers.server";

/** The security headers of answers that set none of their own: static files, refusals, and Remix's own endpoints. */
export function defaultHeaders(): Record<string, string> {
  const headers = new Headers();
  secure(headers);
  return Object.fromEntries(headers);
}
