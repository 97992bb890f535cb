/**
 * The command mechanism. A command runs in one transaction, which also stores its `Id`, content, sender and answer. A
 * repeated command gets the stored answer; the same `Id` with other content is refused.
 */
import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { withRetry } from "#api/core/database/retry.ts";
import { commands } from "#api/core/database/schema/index.ts";
import { authorFrom, nameAuthor } from "#api/core/history/author.ts";
import { AlreadySent, StoredRefusal } from "#api/core/refusals/refusal.ts";

interface ReceivedCommand {
  name: string;
  input: Record<string, unknown> & { Id: string };
  caller: Caller;
  /** Fields whose values are not stored with the command, and the key of the digests that are stored instead. */
  secrets?: { fields: readonly string[]; digestKey: string } | undefined;
  /** Fields of the answer that are not stored. */
  secretAnswers?: readonly string[] | undefined;
  /** Is called if an earlier request has carried out the command, with the time of that. */
  onCarriedOutBefore?: (at: Date) => void;
}

export async function runCommand(
  database: Database,
  command: ReceivedCommand,
  work: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  const input = storedInput(command);
  let attempts = 0;
  const answer = await withRetry(["away"], pausesWhileAway, () => {
    // A later attempt may find what this request itself has stored.
    const { onCarriedOutBefore: _, ...others } = command;
    return runOnce(database, attempts++ === 0 ? command : others, input, work);
  });
  if (answer instanceof StoredRefusal) throw answer;
  return answer;
}

/**
 * The content as JSON. A secret is replaced by a digest: without one, a repetition with a corrected secret would be
 * answered as if it had been saved. Only who knows the key, which is not in the database, can try values against it.
 */
function storedInput({ input, secrets }: ReceivedCommand): unknown {
  const fields = secrets?.fields.filter((field) => input[field] !== undefined) ?? [];
  const digestOf = (field: string) =>
    createHmac("sha256", `countinghouse commands ${secrets?.digestKey}`)
      .update(JSON.stringify([input.Id, field, input[field]]))
      .digest("hex")
      .slice(0, 32);
  const replaced = fields.map((field) => [field, `(not stored, digest ${digestOf(field)})`]);
  return JSON.parse(JSON.stringify({ ...input, ...Object.fromEntries(replaced) }));
}

/**
 * Milliseconds to wait before each retry on a new connection. Retrying is safe because of the `Id`: if the commit took
 * effect when the connection broke, the retry finds the stored answer.
 */
const pausesWhileAway = [100, 600];

function runOnce(
  database: Database,
  command: ReceivedCommand,
  input: unknown,
  work: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  return database.transaction(async (db) => {
    const { Id: id } = command.input;
    // A concurrent request with the same Id waits here until the first one is done.
    const isNew = await db
      .insert(commands)
      .values({ id, operation: command.name, userId: command.caller.userId, input })
      .onConflictDoNothing()
      .returning({ id: commands.id });
    if (isNew.length === 0) return storedAnswer(db, command, input);
    await nameAuthor(db, { ...authorFrom(command.caller), commandId: id });

    const answer = (await orStoredRefusal(() => work(db))) ?? null;
    if (answer instanceof StoredRefusal) {
      await db.delete(commands).where(eq(commands.id, id));
      return answer;
    }
    await db
      .update(commands)
      .set({ answer: withoutSecrets(answer, command.secretAnswers) })
      .where(eq(commands.id, id));
    return answer;
  });
}

function withoutSecrets(answer: unknown, fields: readonly string[] = []): unknown {
  return fields.length === 0
    ? answer
    : { ...(answer as object), ...Object.fromEntries(fields.map((field) => [field, null])) };
}

async function orStoredRefusal(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoredRefusal) return error;
    throw error;
  }
}

async function storedAnswer(
  db: Db,
  { name, input: { Id: id }, caller, onCarriedOutBefore }: ReceivedCommand,
  input: unknown,
): Promise<unknown> {
  const [kept] = await db.select().from(commands).where(eq(commands.id, id));
  const isSame = kept?.operation === name && kept.userId === caller.userId && isDeepStrictEqual(kept.input, input);
  if (!isSame) throw new AlreadySent();
  onCarriedOutBefore?.(kept.at);
  return kept.answer;
}
