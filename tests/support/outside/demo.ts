import { connect } from "#api/core/database/connection.ts";
import { seedDemo } from "#demo/seed.ts";
import { type FreshDatabase, freshDatabase } from "#tests/support/database.ts";

/** A database with the demo data, for `startApi`. */
export async function withDemo(): Promise<FreshDatabase> {
  const fresh = await freshDatabase();
  const database = await connect(fresh.options);
  await seedDemo(database, { progress: () => {}, settingsSecrets: ["a secret for tests alone"] });
  await database.close();
  return fresh;
}
