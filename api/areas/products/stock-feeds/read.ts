/** Reads the files of stock feeds when they are due. Safe to run in several processes at once. */
import { createHash } from "node:crypto";
import { and, eq, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { productImport } from "#api/areas/products/import-process.ts";
import { columnsIn } from "#api/areas/products/source/files.ts";
import { foldedTitle, type Source, sameTitles } from "#api/areas/products/source/source.ts";
import { headIn, ownHead, translatorFor } from "#api/areas/products/source/translate.ts";
import { feedCaller } from "#api/core/access/keys.ts";
import type { Config } from "#api/core/config.ts";
import { claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { sourceFiles, stockFeedRuns, stockFeeds } from "#api/core/database/schema/index.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { decodedPath } from "#api/core/outbound/decoded-path.ts";
import { ForbiddenAddress, isSftp } from "#api/core/outbound/guarded-fetch.ts";
import { SftpRefusal } from "#api/core/outbound/sftp.ts";
import { whyNotReached } from "#api/core/outbound/why-not-reached.ts";
import { beginImport } from "#api/core/processing/process.ts";
import { counted } from "#api/core/processing/words.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { printable } from "#contract/rules/printable.ts";
import { downloadSftp, downloadWeb, Problem, timeoutMs } from "./download.ts";
import { notifyOfProblem } from "./notices.ts";
import { isRunAtWork, type StoredFeed } from "./policy.ts";

export interface Reading {
  database: Database;
  config: Config;
  jobs: Pick<Jobs, "enqueue">;
  log: FastifyBaseLogger;
}

/** Feeds that one process reads at a time. */
const atOnce = 4;
/** Longer than reading takes. */
const claimed = sql`now() + interval '3 minutes'`;
/** A server may fail once or twice without anybody having to know. */
const failuresUntilTold = 3;

/** Reads what is due. */
export async function readFeeds(reading: Reading): Promise<void> {
  const due = await claim(reading.database);
  await Promise.all(due.map((feed) => readFeed(reading, feed)));
}

/** Takes feeds that are due, unless an import of them is still at work. */
const claim = ({ db }: Pick<Database, "db">): Promise<StoredFeed[]> =>
  claimDue(db, stockFeeds, {
    due: and(
      lte(stockFeeds.nextReadAt, sql`now()`),
      or(isNull(stockFeeds.claimedUntil), lt(stockFeeds.claimedUntil, sql`now()`)),
      notExists(
        db
          .select({ one: sql`1` })
          .from(stockFeedRuns)
          .where(and(eq(stockFeedRuns.feedId, stockFeeds.id), isRunAtWork)),
      ),
    ),
    first: stockFeeds.nextReadAt,
    limit: atOnce,
    lease: {
      claimedUntil: claimed,
      nextReadAt: sql`case when ${stockFeeds.isPaused} then null else now() + make_interval(mins => ${stockFeeds.every}) end`,
    },
  });

async function readFeed(reading: Reading, feed: StoredFeed): Promise<void> {
  const { database, log } = reading;
  try {
    await readFile(reading, feed);
  } catch (error) {
    const why = reasonOf(error) ?? whyNotReached(error, timeoutMs);
    if (why === undefined) log.error({ err: error, feed: feed.id }, "reading a stock feed failed");
    const problem = why ?? "The file could not be read due to an unexpected error.";
    await database.transaction(async (db) => {
      const failures = feed.failures + 1;
      await db.update(stockFeeds).set({ problem, failures, claimedUntil: null }).where(eq(stockFeeds.id, feed.id));
      if (failures === failuresUntilTold) await notifyOfProblem({ ...reading, db }, feed, problem);
    });
  }
}

const expected = [Problem, ForbiddenAddress, SftpRefusal];

function reasonOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return Object.values(error.errors ?? {}).flat()[0] ?? error.message;
  return expected.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

async function readFile(reading: Reading, feed: StoredFeed): Promise<void> {
  const { database, config, jobs } = reading;
  const { content, version } = isSftp(feed.address)
    ? await downloadSftp(database, config, feed)
    : await downloadWeb(config, feed);
  const isRead = { readAt: new Date(), problem: "", failures: 0, claimedUntil: null };
  const done = (db: Db, values: Partial<StoredFeed> = {}) =>
    db
      .update(stockFeeds)
      .set({ ...isRead, ...values })
      .where(eq(stockFeeds.id, feed.id));
  if (content === undefined) return void (await done(database.db));
  const digest = createHash("sha256").update(content).digest("base64url");
  if (digest === feed.digest) return void (await done(database.db, version));
  const table = await headIn(content);
  const columns = columnsIn(table);
  const source = feed.source as Source | null;
  await database.transaction((db) => storeColumns(db, feed, columns));
  if (source === null) return void (await done(database.db));
  if (!sameTitles(feed.titles, columns.titles)) throw new Problem(otherColumns(feed.titles, columns.titles));
  await database.transaction(async (db) => {
    const current = { ...source, headRow: columns.headRow };
    const caller = feedCaller(feed);
    const processId = await beginImport(
      { db, caller, jobs },
      productImport,
      {
        fileName: fileNameOf(feed),
        isCheck: true,
        head: ownHead(translatorFor(table.head, current)).cells,
        emptyRows: 0,
        sheet: "all",
        source: current,
      },
      content,
    );
    await db.insert(stockFeedRuns).values({
      feedId: feed.id,
      outcome: "checking",
      rows: columns.rows,
      problem: lossOf(feed, columns.rows),
      processId,
    });
    await done(db, { ...version, digest });
  });
}

const shownTitles = 3;

function otherColumns(known: readonly string[], now: readonly string[]): string {
  const lacking = (all: readonly string[], those: readonly string[]) => {
    const folded = new Set(those.map(foldedTitle));
    return all.filter((title) => title !== "" && !folded.has(foldedTitle(title))).slice(0, shownTitles);
  };
  const named = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(", ");
  const [gone, added] = [lacking(known, now), lacking(now, known)];
  const parts = [gone.length > 0 && `without ${named(gone)}`, added.length > 0 && `with ${named(added)}`].filter(
    Boolean,
  );
  const what = parts.length > 0 ? ` (${parts.join(", ")})` : "";
  return `The file has other columns than before${what}. Please assign them again.`;
}

/** The file is held if it lost more than this part of its rows. */
const mostLost = 1 / 3;

function lossOf({ rows }: Pick<StoredFeed, "rows">, now: number): string {
  if (rows === null || rows - now <= rows * mostLost) return "";
  return `It has ${counted(now, "row")}, and the one that was applied before had ${rows.toLocaleString("en-AU")}.`;
}

const longestName = 100;

function fileNameOf({ address, name }: Pick<StoredFeed, "address" | "name">): string {
  const last = URL.canParse(address) ? printable(decodedPath(address)).split("/").at(-1) : "";
  return (last || name).slice(-longestName);
}

/** Keeps what the columns of the newest file are, without its rows. */
async function storeColumns(db: Db, feed: StoredFeed, columns: ReturnType<typeof columnsIn>): Promise<void> {
  await db.delete(sourceFiles).where(eq(sourceFiles.userId, feed.callerId));
  await db
    .insert(sourceFiles)
    .values({ ...columns, userId: feed.callerId, fileName: fileNameOf(feed), content: Buffer.alloc(0) });
}
