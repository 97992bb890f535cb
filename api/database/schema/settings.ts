/** What an organisation sets for itself. */
import { sql } from "drizzle-orm";
import { check, integer, pgTable } from "drizzle-orm/pg-core";
import { moment } from "./moment.ts";

/** One row, which is inserted with the first setting. */
export const settings = pgTable(
  "settings",
  {
    id: integer().primaryKey().default(1),
    /** When an administrator dismissed the list of what is left to set up; null while it is shown. */
    setupDismissedAt: moment("setup_dismissed_at"),
  },
  (t) => [check("settings_one_row", sql`${t.id} = 1`)],
);
