/**
 * Runs PGlite in a worker thread, behind a socket that speaks PostgreSQL's protocol. In the main thread it would block
 * the event loop during each query.
 */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

export interface EmbeddedDatabase {
  /** The folder of its files. */
  readonly folder: string;
  /** The path of the socket to listen on. */
  readonly socket: string;
}

const { folder, socket } = workerData as EmbeddedDatabase;
const db = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } });
// ONE connection: with several, the socket mixes their protocol messages and returns another session's rows.
const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 1 });
await server.start();
parentPort?.postMessage("ready");

parentPort?.once("message", async () => {
  await server.stop();
  await db.close();
  process.exit(0);
});
