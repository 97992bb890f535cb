/** Emails about the order, and rows of imported workbooks, as far as they are still there. */
import { readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { or, type SQL, sql } from "drizzle-orm";
import { afterCommit } from "#api/database/connection.ts";
import { heldMails } from "#api/database/schema/index.ts";
import type { Context } from "#api/operations/context.ts";
import { type Customer, mentions } from "./erase-texts.ts";

export async function eraseMails({ db, config }: Pick<Context, "db" | "config">, customer: Customer): Promise<void> {
  await db.delete(heldMails).where(or(mentions(heldMails.text, customer), mentions(heldMails.subject, customer)));
  const { rows } = await db.execute<{ name: string | null }>(sql`select to_regclass('jobs.job')::text as name`);
  if (rows[0]?.name) await db.execute(sql`delete from jobs.job where name = 'mail' and ${inJson(sql`data`, customer)}`);
  await db.execute(sql`
    delete from process_rows using processes
    where processes.id = process_id and processes.kind = 'shipments' and processes.finished_at is not null
      and (${inJson(sql`row`, customer)} or ${inJson(sql`process_rows.result`, customer)})`);
  afterCommit(() => void eraseOutbox(join(config.dataDir, "outbox"), customer));
}

const inJson = (value: SQL, customer: Customer): SQL => mentions(sql`coalesce(${value}::text, '')`, customer);

/** The folder of emails, where they are written without a mail server. */
async function eraseOutbox(folder: string, { words, number }: Customer): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const text = (await readFile(path, "utf8").catch(() => "")).replace(/=\r?\n/g, "");
    if ([...words, number].some((word) => text.includes(word))) await unlink(path).catch(() => undefined);
  }
}
