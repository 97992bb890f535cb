/**
 * Follows the imports of stock feeds: a check is applied by itself, unless it would change too much. Safe to run in
 * several processes at once.
 */
import { and, asc, eq, isNotNull, lt, notInArray, sql } from "drizzle-orm";
import { type ProductImportInput, productImport } from "#api/areas/products/import-process.ts";
import type { RowResult } from "#api/areas/products/sheet/results.ts";
import { feedCaller } from "#api/core/access/keys.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { processes, processMessages, stockFeedRuns, stockFeeds } from "#api/core/database/schema/index.ts";
import type { Notifying } from "#api/core/notifications/notify.ts";
import { beginImportAgain } from "#api/core/processing/process.ts";
import { storedRows } from "#api/core/processing/refused-rows.ts";
import { counted } from "#api/core/processing/words.ts";
import { ProcessingMessageType, ProcessingStatus } from "#contract/enumerations.ts";
import { productImportSummary } from "#contract/products/import.ts";
import { notifyOfHeldFile, notifyOfProblem } from "./notices.ts";
import { isRunAtWork, type StoredFeed } from "./policy.ts";

type Run = typeof stockFeedRuns.$inferSelect;
type Process = typeof processes.$inferSelect;

interface Following extends Omit<Notifying, "db"> {
  database: Pick<Database, "db" | "transaction">;
}

const mostKept = 100;

/** Goes on with every import that has ended. */
export async function followRuns({ database, ...parts }: Following): Promise<void> {
  const ended = await database.db
    .select({ id: stockFeedRuns.id })
    .from(stockFeedRuns)
    .leftJoin(processes, eq(processes.id, stockFeedRuns.processId))
    .where(
      and(
        isRunAtWork,
        // Either it has finished, or it was deleted.
        sql`(${isNotNull(processes.finishedAt)} or ${processes.id} is null)`,
      ),
    )
    .orderBy(asc(stockFeedRuns.id));
  for (const { id } of ended) await database.transaction((db) => continueRun({ ...parts, db }, id));
}

async function continueRun(parts: Notifying, id: number): Promise<void> {
  const { db } = parts;
  const [found] = await db
    .select({ run: stockFeedRuns, feed: stockFeeds })
    .from(stockFeedRuns)
    .innerJoin(stockFeeds, eq(stockFeeds.id, stockFeedRuns.feedId))
    .where(and(eq(stockFeedRuns.id, id), isRunAtWork))
    .for("update");
  if (!found) return;
  const { run, feed } = found;
  const [process] = await db.select().from(processes).where(eq(processes.id, run.processId));
  if (!process) return failRun(parts, feed, run, "Its import is no longer stored.");
  if (process.finishedAt === null) return;
  if (process.status === ProcessingStatus.failed) return failRun(parts, feed, run, await whyFailed(db, process));
  const counts = countsOf(process);
  if (run.outcome === "checking") return decide(parts, feed, { ...run, ...counts }, process);
  await updateRun(db, run, { outcome: "applied", ...counts });
  await db.update(stockFeeds).set({ rows: run.rows }).where(eq(stockFeeds.id, feed.id));
  await deleteExpiredRuns(db, feed);
}

const updateRun = (db: Db, { id }: Run, values: Partial<Run>) =>
  db.update(stockFeedRuns).set(values).where(eq(stockFeedRuns.id, id));

/** The file is imported again at its next time, although it has not changed. */
async function failRun(parts: Notifying, feed: StoredFeed, run: Run, problem: string): Promise<void> {
  await updateRun(parts.db, run, { outcome: "failed", problem });
  await parts.db
    .update(stockFeeds)
    .set({ digest: null, etag: null, lastModified: null })
    .where(eq(stockFeeds.id, feed.id));
  await notifyOfProblem(parts, feed, problem);
}

function countsOf({ result }: Process): Pick<Run, "changed" | "refused"> {
  const summary = productImportSummary.safeParse(result).data;
  if (!summary) return { changed: null, refused: null };
  return { changed: summary.made.count + summary.changed.count, refused: summary.refused.count };
}

async function decide(parts: Notifying, feed: StoredFeed, run: Run, check: Process): Promise<void> {
  const { db } = parts;
  const { changed, refused } = run;
  const why = [run.problem, await movedPrices(db, check.id)].filter((each) => each !== "").join(" ");
  if (why !== "") {
    await updateRun(db, run, { outcome: "held", problem: why, changed, refused });
    await notifyOfHeldFile(parts, feed, why);
    return;
  }
  const input = { ...(check.input as ProductImportInput), isCheck: false };
  const applying = await beginImportAgain({ ...parts, caller: feedCaller(feed) }, productImport, input, check.id);
  await updateRun(db, run, {
    changed,
    refused,
    ...(applying === undefined ? { outcome: "applied" } : { outcome: "applying", processId: applying }),
  });
}

const priceColumns: ReadonlySet<string> = new Set(["RecommendedRetailPrice", "SalePrice"]);
/** A price is held that goes up or down by more than this part of what it was. */
const mostMoved = 1 / 2;

/** Returns which prices would move too far, as a sentence; empty if none would. */
async function movedPrices(db: Db, checkId: string): Promise<string> {
  let [count, first] = [0, ""];
  for await (const batch of storedRows(db, checkId)) {
    for (const { row, name, changes } of batch.flatMap(({ result }) => (result as RowResult[] | null) ?? [])) {
      for (const { column, before, after } of changes) {
        if (!priceColumns.has(column) || !hasMoved(before, after)) continue;
        count++;
        first ||= `Row ${row}, ${name}: ${before} becomes ${after}.`;
      }
    }
  }
  if (count === 0) return "";
  return `${counted(count, "price")} would move by more than half. ${first}`;
}

function hasMoved(before: string, after: string): boolean {
  const [from, to] = [amountIn(before), amountIn(after)];
  return from > 0 && to > 0 && Math.abs(to - from) > from * mostMoved;
}

/** NaN without an amount. */
const amountIn = (text: string) => Number.parseFloat(text.replace(/[^\d.]/g, ""));

async function whyFailed(db: Db, { id }: Process): Promise<string> {
  const [message] = await db
    .select({ text: processMessages.text })
    .from(processMessages)
    .where(and(eq(processMessages.processId, id), eq(processMessages.type, ProcessingMessageType.error)))
    .orderBy(asc(processMessages.id))
    .limit(1);
  return message?.text ?? "Its import has failed.";
}

async function deleteExpiredRuns(db: Db, { id }: StoredFeed): Promise<void> {
  const newest = db
    .select({ id: stockFeedRuns.id })
    .from(stockFeedRuns)
    .where(eq(stockFeedRuns.feedId, id))
    .orderBy(sql`${stockFeedRuns.id} desc`)
    .limit(mostKept);
  await db
    .delete(stockFeedRuns)
    .where(
      and(
        eq(stockFeedRuns.feedId, id),
        notInArray(stockFeedRuns.id, newest),
        lt(stockFeedRuns.startedAt, sql`now() - interval '7 days'`),
      ),
    );
}
