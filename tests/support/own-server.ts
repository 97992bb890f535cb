/** A PostgreSQL server for one test file alone, which may stop it, restart it or break its connections. */
import pg from "pg";
import { connect } from "#api/database/connection.ts";
import { migrate } from "#api/database/migrate.ts";
import { startPostgres } from "#scripts/postgres.mjs";
import type { FreshDatabase } from "./database.ts";
import { databaseUrl, onServer } from "./postgres.ts";

/** Servers are tested only where the suite runs on one. */
export const hasServer = process.env.TEST_POSTGRES_URL !== undefined;

export interface OwnServer {
  url: string;
  /** A migrated, empty database on it. */
  fresh(name: string): Promise<FreshDatabase & { options: { url: string } }>;
  /** @param awayMs how long it stays away */
  restart(awayMs?: number): Promise<void>;
  stop(): Promise<void>;
  /** Ends every connection of the database but its own. @returns how many */
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
