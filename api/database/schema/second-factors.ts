/** What people prove themselves with beside their password, in the built-in sign-in. */
import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea } from "./house.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { users } from "./people.ts";

const userId = () =>
  integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** An authenticator app (TOTP, RFC 6238): one for each person. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: userId().primaryKey(),
  /** Encrypted; see `api/identity/second-factor/sealing.ts`. */
  sealedSecret: text("sealed_secret").notNull(),
  /** The time step (of 30 seconds since 1970) of the code that was used last: neither it nor an older one works again. */
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
    /** The authenticator's count of signatures, where it counts: it may only grow. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    addedAt: momentOfInsert("added_at"),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [index("passkeys_user").on(t.userId)],
);

/** Each works once, in place of a code, and is deleted then. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: userId(),
    /** SHA-256: the codes themselves are random, of 80 bits. */
    digest: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
);
