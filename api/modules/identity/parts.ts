import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import type { IdentityPages } from "#api/modules/identity/pages/index.ts";
import { passkeyScriptName } from "#api/modules/identity/pages/passkey-script.ts";
import { contentSecurityPolicy } from "./guard.ts";

/** Dependencies of the provider's routes. */
export interface IdentityParts {
  config: Config;
  database: Database;
  log: FastifyBaseLogger;
  jobs: Pick<Jobs, "enqueue">;
  provider: Provider;
  /** Cookie keys: the first one signs, all verify. */
  cookieKeys: readonly string[];
  pages: IdentityPages;
  /** The provider's public path: `prefix` after the path of the API's public URL. */
  path: string;
}

/** Path of the routes on this server. */
export const prefix = "/identity";

/** Returns the text of a submitted field; empty unless there is exactly one. */
export function formField({ body }: FastifyRequest, name: string): string {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : "";
}

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(page);
}

/** Sends a page that can ask the browser for a passkey, with the script that does so. */
export function sendPasskeyPage(
  { config, path }: IdentityParts,
  reply: FastifyReply,
  status: number,
  page: string,
): FastifyReply {
  const script = `${new URL(config.apiPublicUrl).origin}${path}/assets/${passkeyScriptName}`;
  return sendPage(reply.header("content-security-policy", contentSecurityPolicy(config, script)), status, page);
}

/**
 * Returns the part of an error to log: the query builder's own error contains the values of the query, such as tokens.
 */
export function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error;
}
