import type { EventEmitter } from "node:events";
import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type { JWK } from "jose";
import type Provider from "oidc-provider";
import type { errors, KoaContextWithOIDC } from "oidc-provider";
import { endAccount } from "#api/core/access/grants.ts";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { identityPages } from "#api/modules/identity/pages/index.ts";
import { loadKeys, publicKeys } from "./keys.ts";
import { rootCause } from "./parts.ts";
import { identityPlugin } from "./plugin.ts";
import { lifetimesOf, makeProvider } from "./provider.ts";

export interface Identity {
  readonly issuer: string;
  /** To be registered WITHOUT a prefix: all its addresses already begin with `/identity`. */
  readonly plugin: FastifyPluginAsync;
  /** Keys that verify access tokens. */
  readonly verificationKeys: { keys: JWK[] };
  /** Ends every session, grant and refresh token of the user. */
  endSessionsOf(userId: number): Promise<void>;
}

interface Setting {
  config: Config;
  database: Database;
  log: FastifyBaseLogger;
  jobs: Pick<Jobs, "enqueue">;
}

/** Creates the built-in OpenID provider for a migrated database. Several processes may run it side by side. */
export async function createIdentity(setting: Setting): Promise<Identity> {
  const { config, database, log, jobs } = setting;
  const keys = await loadKeys(database);
  const pages = identityPages(config);
  const provider = makeProvider({ config, database, keys, pages, lifetimes: lifetimesOf(config) });
  logFailures(provider, log);
  const { pathname: path } = new URL(provider.issuer);
  return {
    issuer: provider.issuer,
    plugin: identityPlugin({ config, database, log, jobs, provider, cookieKeys: keys.cookies, pages, path }),
    verificationKeys: publicKeys(keys),
    endSessionsOf: (userId) => endAccount(database.db, String(userId)),
  };
}

/** Logs only names and descriptions of errors, because contexts hold codes and tokens. */
function logFailures(provider: Provider, log: FastifyBaseLogger): void {
  const refused = ({ oidc }: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    log.info(
      { route: oidc.route, error: error.error, reason: error.error_detail ?? error.error_description },
      "sign-in request refused",
    );
  };
  provider.on("authorization.error", refused);
  provider.on("grant.error", refused);
  provider.on("end_session.error", refused);
  const failed = (error: unknown) => log.error({ err: rootCause(error) }, "the sign-in provider failed");
  provider.on("server_error", (_context, error) => failed(error));
  const emitter: EventEmitter = provider;
  emitter.on("error", failed);
}
