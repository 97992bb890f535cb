import { deleteExpiredPayloads } from "#api/core/access/grants.ts";
import type { Database } from "#api/core/database/connection.ts";
import { deleteExpiredPasswordMails } from "./forgotten-password.ts";
import { deleteExpiredPasswordLinks } from "./password-links.ts";
import { deleteExpiredFailures } from "./sign-in.ts";

/** Deletes the sessions, failed attempts and password links that no longer count. */
export async function deleteExpiredSignIns({ db }: Pick<Database, "db">): Promise<void> {
  await deleteExpiredPayloads(db);
  await deleteExpiredFailures(db);
  await deleteExpiredPasswordLinks(db);
  await deleteExpiredPasswordMails(db);
}
