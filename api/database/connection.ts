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
import * as schema from "./schema/index.ts";

/** What queries are written against: the pool, or the one connection of a transaction. */
export type Db = NodePgDatabase<typeof schema> & { $client: Pick<pg.PoolClient, "query"> };

export interface Database {
  /** For reading, one statement at a time. Throws inside a transaction: use the transaction's own. */
  readonly db: Db;
  /** Runs the work in one transaction; repeated up to twice when PostgreSQL gave it up to solve a deadlock. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs SQL as it is, several statements too. For libraries that bring their own; a failed one leaves nothing open. */
  script(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

const insideTransaction = new AsyncLocalStorage<true>();

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

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
  client.release = (error) => release(error instanceof pg.DatabaseError && error.severity === "ERROR" ? undefined : error);
}

/** A request keeps to one core of the database: asking others to help takes longer than most queries, and they have requests of their own. */
const onOneCore = { options: "-c max_parallel_workers_per_gather=0" };

const timeouts = { connectionTimeoutMillis: 30_000, query_timeout: 60_000 };

export async function connect(options: { url: string } | { folder: string }): Promise<Database> {
  if ("url" in options) {
    const pool = new GuardedPool({ connectionString: options.url, max: 12, statement_timeout: 60_000, ...onOneCore, ...timeouts });
    return database(pool, false, async () => {});
  }
  const unlock = await lockFolder(options.folder);
  const sockets = mkdtempSync(join(tmpdir(), "countinghouse-"));
  try {
    copyEmpty(options.folder);
    const worker = await startEmbedded(options.folder, join(sockets, ".s.PGSQL.5432"));
    const pool = new GuardedPool({ host: sockets, port: 5432, user: "postgres", database: "postgres", max: 1, ...timeouts });
    return database(pool, true, async () => {
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
  const [made, wanted, half] = [fileURLToPath(new URL("./empty/database", import.meta.url)), join(folder, "database"), join(folder, "database.new")];
  if (existsSync(wanted) || !existsSync(made)) return;
  rmSync(half, { recursive: true, force: true });
  cpSync(made, half, { recursive: true });
  renameSync(half, wanted);
}

function startEmbedded(folder: string, socket: string): Promise<Worker> {
  const worker = new Worker(new URL("./embedded-worker.mjs", import.meta.url), { workerData: { folder: join(folder, "database"), socket } });
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

function database(pool: pg.Pool, isEmbedded: boolean, after: () => Promise<void>): Database {
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => {});
  return {
    db: drizzle(pool, { schema }),
    isEmbedded,
    transaction: (work) => withRetry(() => inTransaction(pool, work)),
    script: (text, values) => runScript(pool, text, values),
    async close() {
      await pool.end();
      await after();
    },
  };
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
  try {
    return await client.query(text, values);
  } catch (error) {
    // It may have begun a transaction of its own; on the one session of the embedded database that would be everybody's.
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

const gaveUp = new Set(["40001", "40P01"]);

async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !gaveUp.has(sqlState(error) ?? "")) throw error;
    }
  }
}

/** PostgreSQL's five-letter code of an error, which the query builder wraps. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ("code" in e && typeof e.code === "string" && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}
