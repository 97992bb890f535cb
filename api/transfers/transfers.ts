/**
 * Exports and imports. A user has one of them at a time: the database knows it, so that all processes of the API do. Whoever
 * runs one says again and again that it is still there; one that has not been heard of for 15 seconds is gone, as a job is
 * (api/jobs/runs.ts). An import goes on in the background, where it runs until it is finished, whoever is killed meanwhile.
 */
import { randomUUID } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { processes, transfers } from "#api/database/schema/index.ts";
import type { Context } from "#api/operations/context.ts";
import { conflict } from "#api/refusals/refusal.ts";

export interface Transfer {
  /** Lets the user begin another one. Never fails: what cannot be ended is gone after 15 seconds. */
  end(): Promise<void>;
}

const heartbeatMs = 4_000;
const goneAfter = sql`now() - interval '15 seconds'`;

/** @throws Refusal 409 while another one of the caller's is running */
export async function beginTransfer(
  { db, caller, log }: Pick<Context, "db" | "caller" | "log">,
  kind: "export" | "import",
): Promise<Transfer> {
  const begun = { id: randomUUID(), kind, startedAt: sql`now()`, heardAt: sql`now()` };
  const [own] = await db
    .insert(transfers)
    .values({ userId: caller.userId, ...begun })
    .onConflictDoUpdate({ target: transfers.userId, set: begun, setWhere: lt(transfers.heardAt, goneAfter) })
    .returning({ id: transfers.id });
  if (!own) throw another();

  const isThis = eq(transfers.id, own.id);
  // Only now: an import takes its turn like this, and gives it back when its process is there.
  if (await hasImport(db, caller.userId)) {
    await db.delete(transfers).where(isThis);
    throw another();
  }
  const unlessAway = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).catch((error: unknown) => log.warn({ err: error }, "a transfer cannot be kept"));
  const hearing = setInterval(
    () => void unlessAway(db.update(transfers).set({ heardAt: sql`now()` }).where(isThis)),
    heartbeatMs,
  ).unref();
  return {
    async end() {
      clearInterval(hearing);
      await unlessAway(db.delete(transfers).where(isThis));
    },
  };
}

const another = () =>
  conflict("Another export or import of yours is still running. Please try again when it has finished.");

async function hasImport(db: Context["db"], userId: number): Promise<boolean> {
  const running = await db
    .select({ id: processes.id })
    .from(processes)
    .where(and(eq(processes.askedBy, userId), eq(processes.isImport, true), isNull(processes.finishedAt)))
    .limit(1);
  return running.length > 0;
}
