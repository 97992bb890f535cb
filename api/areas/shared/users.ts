import { sql } from "drizzle-orm";
import { users } from "#api/core/database/schema/index.ts";

/** A user's full name; null if unknown. */
export const fullName = sql<string | null>`nullif(trim(${users.givenName} || ' ' || ${users.surname}), '')`;
