/** Second factors of the built-in identity provider. */
import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, momentOfInsert } from "./moment.ts";
import { users } from "./people.ts";
import { bytea } from "./system.ts";

const userId = () =>
  integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Authenticator apps (TOTP, RFC 6238): one per user. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: userId().primaryKey(),
  /** Encrypted; see `api/modules/identity/second-factor/sealing.ts`. */
  sealedSecret: text("sealed_secret").notNull(),
  /** The time step (of 30 seconds since 1970) of the last code used. Codes of this step or earlier ones are refused. */
  lastStep: integer("last_step").notNull(),
  addedAt: momentOfInsert("added_at"),
});

/** WebAuthn credentials. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id, in base64url. */
    id: text().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    publicKey: bytea("public_key").notNull(),
    /** The authenticator's signature counter, if it has one: it may only increase. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    addedAt: momentOfInsert("added_at"),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [index("passkeys_user").on(t.userId)],
);

/** Each code works once in place of a second factor, and is deleted then. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: userId(),
    /** SHA-256. No salt is needed, because the codes have 80 random bits. */
    digest: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
);
