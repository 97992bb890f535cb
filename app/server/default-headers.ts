import { secure } from "#app/services/request/security-headers.server.ts";

/** Security headers of responses that set none: static files, rejected requests, and Remix's own endpoints. */
export function defaultHeaders(): Record<string, string> {
  const headers = new Headers();
  secure(headers);
  return Object.fromEntries(headers);
}
