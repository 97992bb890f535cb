/** Emails about the order, and rows of imported workbooks, as far as they are still there. */
import { readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { afterCommit } from "#api/core/database/connection.ts";
import { heldMails } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { type Customer, mentions } from "./erase-texts.ts";

export async function eraseMails({ db, config }: Pick<Context, "db" | "config">, customer: Customer): Promise<void> {
  await db.delete(heldMails).where(isAbout(sql`${heldMails.subject} || ${heldMails.text}`, customer));
  const { rows } = await db.execute<{ name: string | null }>(sql`select to_regclass('jobs.job')::text as name`);
  if (rows[0]?.name)
    await db.execute(sql`delete from jobs.job where name = 'mail' and ${isAbout(asText(sql`data`), customer)}`);
  await db.execute(sql`
    delete from process_rows using processes
    where processes.id = process_id and processes.kind = 'shipments' and processes.finished_at is not null
      and ${isAbout(sql`${asText(sql`row`)} || ${asText(sql`process_rows.result`)}`, customer)}`);
  afterCommit(() => void eraseOutbox(join(config.dataDir, "outbox"), customer));
}

const asText = (value: SQL): SQL => sql`coalesce(${value}::text, '')`;

/** Names the order as well as the customer: a surname alone may be part of another word. */
const isAbout = (text: SQL, customer: Customer): SQL =>
  sql`(position(${customer.number} in ${text}) > 0 and ${mentions(text, customer)})`;

/** The folder of emails, where they are written without a mail server. */
async function eraseOutbox(folder: string, { words, number }: Customer): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const text = (await readFile(path, "utf8").catch(() => "")).replace(/=\r?\n/g, "");
    if (text.includes(number) && words.some((word) => text.includes(word))) await unlink(path).catch(() => undefined);
  }
}
