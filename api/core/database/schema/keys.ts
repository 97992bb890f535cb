/** Keys with which machines call the API. */
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { KeyScope } from "#contract/keys/scopes.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

export const keys = pgTable(
  "keys",
  {
    /**
     * From the sequence of user ids, so that columns that record who did something can hold a user or a key.
     */
    id: integer().primaryKey(),
    name: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    /** The key belongs to this marketplace, to this supplier, or without either to the organisation. */
    marketplaceId: integer("marketplace_id").references(() => marketplaces.id, { onDelete: "cascade" }),
    supplierId: integer("supplier_id").references(() => suppliers.id, { onDelete: "cascade" }),
    secretDigest: text("secret_digest").notNull(),
    secretStart: text("secret_start").notNull(),
    endsAt: moment("ends_at"),
    createdAt: momentOfInsert("created_at"),
    createdBy: integer("created_by").notNull(),
    revokedAt: moment("revoked_at"),
    revokedBy: integer("revoked_by"),
    lastUsedAt: moment("last_used_at"),
    /** When the minute began in which `calls` are counted. */
    minuteAt: moment("minute_at"),
    calls: integer().notNull().default(0),
  },
  (t) => [
    index("keys_supplier").on(t.supplierId),
    uniqueIndex("keys_secret").on(t.secretDigest),
    check("keys_one_owner", sql`${t.marketplaceId} is null or ${t.supplierId} is null`),
  ],
);
