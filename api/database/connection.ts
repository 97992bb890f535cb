/**
 * The way to the database: PGlite in a worker when no address is given, PostgreSQL when one is. Both are reached
 * through the same driver and give the same JavaScript values.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { lockFolder } from "./folder-lock.ts";
import { withRetry } from "./retry.ts";
import * as schema from "./schema/index.ts";

/** What queries are written against: the pool, or the one connection of a transaction. */
export type Db = NodePgDatabase<typeof schema> & { $client: Pick<pg.PoolClient, "query"> };

export interface Database {
  /** For reading, one statement at a time. Throws inside a transaction: use the transaction's own. */
  readonly db: Db;
  /** Runs the work in one transaction; the work is done again when PostgreSQL gave it up because of a deadlock. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs SQL as it is, several statements too. For libraries that bring their own; a failed one leaves nothing open. */
  script(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

const insideTransaction = new AsyncLocalStorage<true>();

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * The embedded database has one session: a query beside an open transaction would wait for it for ever, and only
 * there. So it is refused everywhere, at once.
 */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (insideTransaction.getStore()) {
      throw new Error("A query outside the open transaction: use the db that the transaction gives.");
    }
    if (!callback) return super.connect();
    super.connect((error, client, done) => {
      if (client) keepWhenRefused(client);
      callback(error, client, done);
    });
    return undefined;
  }
}

/**
 * The pool throws a connection away after any error of a query. A statement that was refused leaves a good one behind,
 * and the embedded database, which has but one, would turn the next away while the last is being closed.
 */
function keepWhenRefused(client: pg.PoolClient): void {
  const { release } = client;
  client.release = (error) =>
    release(error instanceof pg.DatabaseError && error.severity === "ERROR" ? undefined : error);
}

/**
 * What a PostgreSQL server is told when a connection is opened.
 * - A request keeps to one core: asking other cores to help takes longer than most queries, and they have requests of their own.
 * - Nobody waits for another transaction's locks for longer than a few seconds: twice this time, as a row that several
 *   wait for has a queue with a lock of its own.
 * - A transaction whose process does nothing any more (frozen, or cut off) is ended, so that its locks are free before
 *   its work is taken over.
 */
const serverSettings = [
  "max_parallel_workers_per_gather=0",
  "lock_timeout=3s",
  "idle_in_transaction_session_timeout=15s",
];
const options = serverSettings.map((setting) => `-c ${setting}`).join(" ");

/** Milliseconds. The one connection of the embedded database is waited for much longer, because everybody shares it. */
const timeouts = {
  embedded: { connectionTimeoutMillis: 30_000, query_timeout: 60_000 },
  server: { connectionTimeoutMillis: 5_000, query_timeout: 60_000, statement_timeout: 60_000, keepAlive: true },
};

/** Gives up on a server that does not answer sooner than on a connection that is in use. */
class HastyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 1_800 });
  }
}

const connectionsOnServer = 12;

/**
 * @param to for a server, `connections` is how many this process opens at most, at least 2. Half of them are for
 *   transactions, so that commands that wait for each other leave connections for reads.
 */
export async function connect(to: { url: string; connections?: number } | { folder: string }): Promise<Database> {
  if ("url" in to) {
    const { url, connections = connectionsOnServer } = to;
    const forTransactions = Math.floor(connections / 2);
    const poolOf = (max: number) =>
      new GuardedPool({ connectionString: url, max, options, ...timeouts.server, Client: HastyClient });
    return database(
      { reads: poolOf(connections - forTransactions), transactions: poolOf(forTransactions) },
      false,
      async () => {},
    );
  }
  const unlock = await lockFolder(to.folder);
  const sockets = mkdtempSync(join(tmpdir(), "countinghouse-"));
  try {
    copyEmpty(to.folder);
    const worker = await startEmbedded(to.folder, join(sockets, ".s.PGSQL.5432"));
    const pool = new GuardedPool({
      host: sockets,
      port: 5432,
      user: "postgres",
      database: "postgres",
      max: 1,
      ...timeouts.embedded,
    });
    return database({ reads: pool, transactions: pool }, true, async () => {
      await stopEmbedded(worker);
      rmSync(sockets, { recursive: true, force: true });
      await unlock();
    });
  } catch (error) {
    rmSync(sockets, { recursive: true, force: true });
    await unlock();
    throw error;
  }
}

/** Making an empty database takes seconds; the build keeps one beside the bundle. What is there already stays as it is. */
function copyEmpty(folder: string): void {
  const [made, wanted, half] = [
    fileURLToPath(new URL("./empty/database", import.meta.url)),
    join(folder, "database"),
    join(folder, "database.new"),
  ];
  if (existsSync(wanted) || !existsSync(made)) return;
  rmSync(half, { recursive: true, force: true });
  cpSync(made, half, { recursive: true });
  renameSync(half, wanted);
}

function startEmbedded(folder: string, socket: string): Promise<Worker> {
  const worker = new Worker(new URL("./embedded-worker.mjs", import.meta.url), {
    workerData: { folder: join(folder, "database"), socket },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(worker));
    worker.once("error", reject);
  });
}

async function stopEmbedded(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage("stop");
  await ended;
}

/** The embedded database has one pool of one connection, which is both. */
interface Pools {
  reads: pg.Pool;
  transactions: pg.Pool;
}

function database({ reads, transactions }: Pools, isEmbedded: boolean, after: () => Promise<void>): Database {
  const pools = [...new Set([reads, transactions])];
  for (const pool of pools) surviveBrokenConnections(pool);
  return {
    db: drizzle(reads, { schema }),
    isEmbedded,
    transaction: (work) => withRetry(["conflict"], pausesAfterConflict, () => inTransaction(transactions, work)),
    script: (text, values) => runScript(reads, text, values),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await after();
    },
  };
}

/** Milliseconds, each before another attempt. */
const pausesAfterConflict = [20, 60, 180, 400];

/**
 * A connection that breaks says so as an event, which would end the process if nobody listened: while it is idle to its
 * pool, and between the statements of a transaction to itself. Whoever uses it next gets the error; a new one is opened.
 */
function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

async function inTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await insideTransaction.run(true, () => work(drizzle(client, { schema })));
    await client.query("commit");
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
    // It may have begun a transaction of its own; on the one session of the embedded database that would be everybody's.
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
