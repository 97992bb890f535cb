/** One connection to a whole database, for a backup or a restore. */
import pg from "pg";
import { openEmbedded } from "#api/core/database/embedded.ts";

export interface Session {
  client: pg.Client;
  close(): Promise<void>;
}

/** Texts of values must not depend on the settings of the server. There is no limit on how long a statement takes. */
const settings = [
  "TimeZone=UTC",
  "DateStyle=ISO",
  "IntervalStyle=postgres",
  "bytea_output=hex",
  "extra_float_digits=1",
  "statement_timeout=0",
  "idle_in_transaction_session_timeout=0",
  "lock_timeout=10s",
];

/** @param to the address of a server, or the folder of an embedded database that nobody else uses */
export async function openSession(to: { url: string } | { database: string }): Promise<Session> {
  const embedded = "database" in to ? await openEmbedded(to.database) : undefined;
  try {
    const client = new pg.Client(
      "url" in to ? { connectionString: to.url, application_name: "countinghouse backup" } : embedded?.address,
    );
    // Without a listener a broken connection would end the process; the statement that needs it reports the error.
    client.on("error", () => {});
    await client.connect();
    for (const setting of settings) {
      const [name, value] = setting.split("=");
      await client.query(`set ${name} = '${value}'`);
    }
    return {
      client,
      async close() {
        await client.end();
        await embedded?.close();
      },
    };
  } catch (error) {
    await embedded?.close();
    throw error;
  }
}
