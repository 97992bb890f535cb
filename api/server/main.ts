/** Where the API's process begins: reads the environment and opens the database, while the rest of the code is loaded. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#api/core/config.ts";
import { connect } from "#api/core/database/connection.ts";

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const isNew = !config.databaseUrl && !existsSync(join(config.dataDir, "database"));
  const database = connect(
    config.databaseUrl
      ? { url: config.databaseUrl, connections: config.databaseConnections }
      : { folder: config.dataDir },
  );
  // Awaited below; this avoids an unhandled rejection in the meantime.
  database.catch(() => {});
  const { serve } = await import("#api/server/serve.ts");
  await serve(config, { database, isNew });
}

start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
