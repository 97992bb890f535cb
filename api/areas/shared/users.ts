import { sql } from "drizzle-orm";
import { users } from "../../database/schema/index.ts";

/** What somebody is called; null for who has no name. */
export const fullName = sql<string | null>`nullif(trim(${users.givenName} || ' ' || ${users.surname}), '')`;
