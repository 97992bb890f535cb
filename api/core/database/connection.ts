/**
 * The database connection: embedded PGlite in a worker without an address, PostgreSQL with one. Both use the same
 * driver and return the same JavaScript values.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { completeRestore, copyEmpty, databaseIn, openEmbedded } from "./embedded.ts";
import { lockFolder } from "./folder-lock.ts";
import { withRetry } from "./retry.ts";

/** Runs queries: the pool, or the connection of a transaction. */
export type Db = NodePgDatabase & { $client: Pick<pg.PoolClient, "query"> };

export interface Database {
  /** For single read statements. Throws inside a transaction: use the `Db` of the transaction there. */
  readonly db: Db;
  /** Runs the work in one transaction. The work runs again if PostgreSQL aborted it because of a deadlock. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs SQL unchanged, also several statements, for libraries that bring their own. An error leaves no transaction
   * open.
   */
  script(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/** The transaction that the current work runs in, with what to do once it is committed. */
const insideTransaction = new AsyncLocalStorage<Set<() => void>>();

/**
 * Runs `work` once the current transaction is committed, and never if it is rolled back; outside of a transaction at
 * once. The same function runs only once.
 */
export function afterCommit(work: () => void): void {
  const waiting = insideTransaction.getStore();
  if (waiting) waiting.add(work);
  else work();
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * The embedded database has a single session: a query beside an open transaction would wait for it forever. To find
 * such mistakes on every database, they throw at once everywhere.
 */
class GuardedPool extends pg.Pool {
  /** Throws if what is written would be lost; nothing is read or written then. */
  assertThere: () => void = () => {};

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (insideTransaction.getStore()) {
      throw new Error("A query outside the open transaction: use the db that the transaction gives.");
    }
    if (!callback) {
      this.assertThere();
      return super.connect();
    }
    try {
      this.assertThere();
    } catch (error) {
      callback(error as Error, undefined, () => {});
      return undefined;
    }
    super.connect((error, client, done) => {
      if (client) keepWhenRefused(client);
      callback(error, client, done);
    });
    return undefined;
  }
}

/**
 * The pool closes a connection after any failed query. After a refused statement the connection is still usable, and
 * the embedded database, which has only one, would reject a new one while the old one is being closed.
 */
function keepWhenRefused(client: pg.PoolClient): void {
  const { release } = client;
  client.release = (error) =>
    release(error instanceof pg.DatabaseError && error.severity === "ERROR" ? undefined : error);
}

/**
 * Session settings on a PostgreSQL server:
 * - No compiled queries: compiling one takes longer than it saves.
 * - No parallel queries: starting parallel workers takes longer than most of our queries, and the other cores serve
 * other requests.
 * - A lock wait ends after a few seconds: at most twice `lock_timeout`, because several sessions waiting for the same
 * row also wait for its queue lock.
 * - A transaction of a process that is suspended or cut off is ended, so that its locks are free before its work is
 * taken over.
 */
const serverSettings = [
  "jit=off",
  "max_parallel_workers_per_gather=0",
  "lock_timeout=3s",
  "idle_in_transaction_session_timeout=15s",
];
const options = serverSettings.map((setting) => `-c ${setting}`).join(" ");

/**
 * Milliseconds. Waiting for the embedded database's only connection may take much longer, because everybody shares it.
 */
const timeouts = {
  embedded: { connectionTimeoutMillis: 30_000, query_timeout: 60_000 },
  server: { connectionTimeoutMillis: 5_000, query_timeout: 60_000, statement_timeout: 60_000, keepAlive: true },
};

/** Connecting to a server that does not answer fails sooner than waiting for a free connection of the pool. */
class HastyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 1_800 });
  }
}

const connectionsOnServer = 12;

/** The name of API processes on a PostgreSQL server, by which a restore recognises that one is running. */
export const applicationName = "countinghouse";

/**
 * Connects to the database.
 * @param to for a server, `connections` is the most that this process opens, at least 2. Half of them are reserved for
 * transactions, so that commands that wait for each other leave connections for reads.
 */
export async function connect(to: { url: string; connections?: number } | { folder: string }): Promise<Database> {
  if ("url" in to) {
    const { url, connections = connectionsOnServer } = to;
    const forTransactions = Math.floor(connections / 2);
    const poolOf = (max: number) =>
      new GuardedPool({
        connectionString: url,
        max,
        options,
        application_name: applicationName,
        ...timeouts.server,
        Client: HastyClient,
      });
    return database(
      { reads: poolOf(connections - forTransactions), transactions: poolOf(forTransactions) },
      false,
      async () => {},
    );
  }
  const unlock = await lockFolder(to.folder);
  try {
    completeRestore(to.folder);
    copyEmpty(databaseIn(to.folder));
    const embedded = await openEmbedded(databaseIn(to.folder));
    const pool = new GuardedPool({ ...embedded.address, max: 1, ...timeouts.embedded });
    pool.assertThere = embedded.assertThere;
    return database({ reads: pool, transactions: pool }, true, async () => {
      await embedded.close();
      await unlock();
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The embedded database has one pool with one connection for both. */
interface Pools {
  reads: GuardedPool;
  transactions: GuardedPool;
}

function database({ reads, transactions }: Pools, isEmbedded: boolean, after: () => Promise<void>): Database {
  const pools = [...new Set([reads, transactions])];
  for (const pool of pools) surviveBrokenConnections(pool);
  return {
    db: drizzle(reads),
    isEmbedded,
    transaction: (work) => withRetry(["conflict"], pausesAfterConflict, () => inTransaction(transactions, work)),
    script: (text, values) => runScript(reads, text, values),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await after();
    },
  };
}

/** Milliseconds to wait before each retry. */
const pausesAfterConflict = [20, 60, 180, 400];

/**
 * A broken connection emits an error event, which would end the process without a listener: on its pool while it is
 * idle, and on itself between the statements of a transaction. The next query on it fails, and the pool opens a new
 * one.
 */
function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

async function inTransaction<T>(pool: GuardedPool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const afterwards = new Set<() => void>();
  try {
    await client.query("begin");
    const result = await insideTransaction.run(afterwards, () => work(drizzle(client)));
    pool.assertThere();
    await client.query("commit");
    // Also now: a commit that went to files that are gone must not be answered as stored.
    pool.assertThere();
    for (const next of afterwards) next();
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function runScript(pool: pg.Pool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await client.query(text, values);
  } catch (error) {
    // The script may have begun a transaction, which everybody would share on the single session of the embedded
    // database.
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
