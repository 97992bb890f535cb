import type { FastifyBaseLogger } from "fastify";
import type { Caller } from "#api/core/access/caller.ts";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import type { FileStore } from "#api/core/files/store.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { forbidden } from "#api/core/refusals/refusal.ts";
import type { Operation } from "#contract/operation.ts";
import { can } from "#contract/permissions.ts";

/** Services shared by all requests, created once by `build`. */
export interface Services {
  readonly config: Config;
  readonly files: FileStore;
  readonly jobs: Pick<Jobs, "enqueue">;
}

/** The context in which a handler runs. */
export interface Context extends Services {
  readonly operation: Operation;
  readonly caller: Caller;
  /** The transaction of a command; otherwise the pool. */
  readonly db: Db;
  /** The time of the request, the same for everything that it does. */
  readonly now: Date;
  readonly log: FastifyBaseLogger;
  /**
   * For commands and uploads that need no token: identifies the sender's network for limits, without its address
   * (`api/core/limits/address.ts`).
   */
  readonly addressHash?: string | undefined;
  /** Runs the work in one transaction where `db` is the pool. A command always runs in one. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Checks the operation's permission against a record's flags. A handler whose permission is a flag must call this
   * before it ends, otherwise its changes are rolled back.
   * @throws Refusal 403
   */
  authorise(flags: object): void;
  readonly isAuthorised: boolean;
}

export function createContext(
  parts: Services & Pick<Context, "operation" | "caller" | "db" | "transaction" | "log" | "addressHash">,
  isAuthorised: boolean,
): Context {
  let authorised = isAuthorised;
  return {
    ...parts,
    now: new Date(),
    authorise(flags) {
      if (!can(flags, parts.operation)) throw forbidden();
      authorised = true;
    },
    get isAuthorised() {
      return authorised;
    },
  };
}
