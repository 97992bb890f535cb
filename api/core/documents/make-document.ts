/**
 * Makes documents in threads, so that laying one out never blocks the event loop. Each user has one document made at a
 * time, whichever kind it is; a few more wait in turn, and others are refused.
 */
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { conflict } from "#api/core/refusals/refusal.ts";
import { startThread } from "#api/core/threads/start-thread.ts";

/** Enough for 200 packaging slips with long notes. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
const longestMs = 60_000;
/** Loading the layout takes longer than laying out a small document. */
const idleMs = 60_000;
/** Most documents of one user that are being made or waiting. */
const mostOfUser = 5;

/** A document that the product makes from `Data`, which is copied into a thread. `registries/documents.ts` lays it out. */
export interface DocumentKind<Data> {
  readonly name: string;
  readonly lane: keyof typeof lanes;
  /** Carries the type alone. */
  readonly data?: Data;
}

type Answer = { content: Uint8Array } | { error: Error };

/** A number of threads, each with one document at a time. */
class Lane {
  readonly #most: number;
  #busy = 0;
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  async make(kind: string, data: unknown): Promise<Buffer> {
    if (this.#busy === this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy++;
    try {
      return await this.#makeNow(kind, data);
    } finally {
      const next = this.#waiting.shift();
      // The slot passes to the next waiting document.
      if (next) next();
      else this.#busy--;
    }
  }

  async #makeNow(kind: string, data: unknown): Promise<Buffer> {
    const worker = this.#idle.pop() ?? this.#newThread();
    const isTooLong = AbortSignal.timeout(longestMs);
    try {
      const answered = once(worker, "message", { signal: isTooLong }) as Promise<[Answer]>;
      worker.postMessage({ kind, data });
      const [answer] = await answered;
      if ("error" in answer) throw answer.error;
      this.#keep(worker);
      return Buffer.from(answer.content.buffer);
    } catch (error) {
      await worker.terminate();
      throw isTooLong.aborted || isOutOfMemory(error) ? tooLarge() : error;
    }
  }

  #newThread(): Worker {
    const worker = startThread("registries/document-worker", { resourceLimits });
    worker.unref();
    // The caller receives the error as well; without a listener it would end the process.
    worker.on("error", () => {});
    worker.once("exit", () => this.#take(worker));
    return worker;
  }

  /** Returns the thread to the pool, where it stays for `idleMs`. */
  #keep(worker: Worker): void {
    this.#idle.push(worker);
    setTimeout(() => {
      if (this.#take(worker)) void worker.terminate();
    }, idleMs).unref();
  }

  /** Removes the thread from the pool. Returns false if it was not idle. */
  #take(worker: Worker): boolean {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    return at >= 0;
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
const tooLarge = () =>
  conflict("This document is too large to create at once. Please choose less, and create several documents.");

/** Short documents have a thread of their own: agreements are made within transactions, which must not wait for slips. */
const lanes = { short: new Lane(1), long: new Lane(2) };

interface OfUser {
  count: number;
  last: Promise<unknown>;
}
const users = new Map<number, OfUser>();

/**
 * Makes a document.
 * @param userId the user who waits for it; undefined for background work, which is not limited per user
 * @throws Refusal 409 if the user has too many documents waiting, or the document is too large
 */
export async function makeDocument<Data>(
  { name, lane }: DocumentKind<Data>,
  data: Data,
  userId: number | undefined,
): Promise<Buffer> {
  if (userId === undefined) return lanes[lane].make(name, data);
  const own = users.get(userId) ?? { count: 0, last: Promise.resolve() };
  if (own.count >= mostOfUser)
    throw conflict("Other documents of yours are still being created. Please try again when they have finished.");
  own.count++;
  users.set(userId, own);
  const made = own.last.then(() => lanes[lane].make(name, data));
  own.last = made.catch(() => {});
  try {
    return await made;
  } finally {
    own.count--;
    if (own.count === 0) users.delete(userId);
  }
}
