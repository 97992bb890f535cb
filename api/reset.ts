/** `npm run reset`: deletes the embedded database and the emails in its folder, so that the next start makes the demo data anew. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "#api/core/database/folder-lock.ts";

const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = ".data" } = process.env;

/** @throws Error when the database is on a server, or FolderInUse while Countinghouse is running on the folder */
async function reset(): Promise<string> {
  if (databaseUrl)
    throw new Error(
      "DATABASE_URL is set. Only the embedded database can be reset; drop and create the one on the server yourself.",
    );
  const database = join(dataDir, "database");
  if (!existsSync(database)) return `There is no database in ${dataDir}. npm start makes one.`;
  const release = await lockFolder(dataDir);
  for (const name of ["database", "outbox"]) rmSync(join(dataDir, name), { recursive: true, force: true });
  await release();
  return `The database and the emails in ${dataDir} are deleted. The next npm start makes the demo data anew.`;
}

reset().then(
  (message) => console.log(message),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
