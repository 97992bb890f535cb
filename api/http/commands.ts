/**
 * The command mechanism. A command runs in one transaction: its `Id` is looked up, the handler does its work, and what
 * was asked, by whom and with which answer is kept. The same command again gets the kept answer; the same `Id` with
 * other content is refused.
 */
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Caller } from "../access/caller.ts";
import type { Database, Db } from "../database/connection.ts";
import { commands } from "../database/schema/index.ts";
import { conflict } from "./refusal.ts";

interface GivenCommand {
  name: string;
  input: Record<string, unknown> & { Id: string };
  caller: Caller;
}

export async function runCommand(database: Database, command: GivenCommand, work: (db: Db) => Promise<unknown>): Promise<unknown> {
  const input = JSON.parse(JSON.stringify(command.input)) as unknown;
  return database.transaction(async (db) => {
    const { Id: id } = command.input;
    // A second sender of the same Id waits here until the first one is done.
    const isNew = await db
      .insert(commands)
      .values({ id, operation: command.name, userId: command.caller.userId, input })
      .onConflictDoNothing()
      .returning({ id: commands.id });
    if (isNew.length === 0) return keptAnswer(db, command, input);

    const answer = (await work(db)) ?? null;
    await db.update(commands).set({ answer }).where(eq(commands.id, id));
    return answer;
  });
}

async function keptAnswer(db: Db, { name, input: { Id: id }, caller }: GivenCommand, input: unknown): Promise<unknown> {
  const [kept] = await db.select().from(commands).where(eq(commands.id, id));
  const isSame = kept?.operation === name && kept.userId === caller.userId && isDeepStrictEqual(kept.input, input);
  if (!isSame) throw conflict("This form was already sent with other values. Please reload the page to see what is kept, then try again.");
  return kept.answer;
}
