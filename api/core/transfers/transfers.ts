/**
 * Limits each user to one export or import at a time. The database stores who runs one, so that the limit holds across
 * all API processes. A running transfer sends heartbeats; one without a heartbeat for 15 seconds is considered dead,
 * like a job (api/core/jobs/runs.ts). An import continues as a background process until it has finished, even if an API
 * process is killed meanwhile.
 */
import { randomUUID } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { processes, transfers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict } from "#api/core/refusals/refusal.ts";

export interface Transfer {
  /**
   * Ends the transfer, so that the user can begin another one. Never throws: a transfer that cannot be ended expires
   * after 15 seconds.
   */
  end(): Promise<void>;
}

const heartbeatMs = 4_000;
const goneAfter = sql`now() - interval '15 seconds'`;

/**
 * Begins a transfer.
 * @throws Refusal 409 if the caller has another one running
 */
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
  // Checked after the insert, because an import first takes the transfer and releases it once its process exists.
  if (await hasImport(db, caller.userId)) {
    await db.delete(transfers).where(isThis);
    throw another();
  }
  const logFailure = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).catch((error: unknown) => log.warn({ err: error }, "a transfer could not be updated"));
  const heartbeat = setInterval(
    () => void logFailure(db.update(transfers).set({ heardAt: sql`now()` }).where(isThis)),
    heartbeatMs,
  ).unref();
  return {
    async end() {
      clearInterval(heartbeat);
      await logFailure(db.delete(transfers).where(isThis));
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
