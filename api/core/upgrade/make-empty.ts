/** Build step that creates the empty database with its schema, which a first start copies. */
import { connect } from "#api/core/database/connection.ts";
import { migrate } from "#api/core/upgrade/migrate.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Which folder?");
const database = await connect({ folder });
await migrate(database, undefined);
await database.close();
