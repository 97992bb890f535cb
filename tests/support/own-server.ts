/** A separate PostgreSQL server for one test file, which may stop it, restart it or break its connections. */
import pg from "pg";
import { connect } from "#api/core/database/connection.ts";
import { migrate } from "#api/core/upgrade/migrate.ts";
import { startPostgres } from "#scripts/postgres.mjs";
import type { FreshDatabase } from "./database.ts";
import { databaseUrl, onServer } from "./postgres.ts";

/** Tests that need a server run only if the suite has one. */
export const hasServer = process.env.TEST_POSTGRES_URL !== undefined;

export interface OwnServer {
  url: string;
  /** Creates a migrated, empty database on it. */
  fresh(name: string): Promise<FreshDatabase & { options: { url: string } }>;
  /** @param awayMs duration of the outage */
  restart(awayMs?: number): Promise<void>;
  stop(): Promise<void>;
  /** Terminates all other connections of the database. @returns their number */
  terminateConnections(database: string): Promise<number>;
}

export async function startOwnServer(): Promise<OwnServer> {
  const server = await startPostgres();
  if (!server) throw new Error("There is no PostgreSQL to start.");
  return {
    ...server,
    async fresh(name) {
      await onServer(server.url, `create database ${name}`);
      const url = databaseUrl(server.url, name);
      const database = await connect({ url });
      await migrate(database, url);
      await database.close();
      return { options: { url }, remove: async () => {} };
    },
    async terminateConnections(database) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const { rowCount } = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
        [database],
      );
      await client.end();
      return rowCount ?? 0;
    },
  };
}
