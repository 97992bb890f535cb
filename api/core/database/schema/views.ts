import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { users } from "./people.ts";

/** Saved views of lists. */
export const views = pgTable(
  "views",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    list: text().notNull(),
    name: text().notNull(),
    /** `me`, `everybody`, or the name of a role. */
    audience: text().notNull(),
    /** Set for views of one person alone; shared views outlive their author. */
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    isDefault: boolean("is_default").notNull(),
    isPinned: boolean("is_pinned").notNull().default(false),
    query: text().notNull(),
    columns: text().notNull(),
  },
  (t) => [
    index("views_user").on(t.userId, t.list),
    index("views_audience").on(t.audience, t.list),
    check("views_owner", sql`(${t.audience} = 'me') = (${t.userId} is not null)`),
  ],
);
