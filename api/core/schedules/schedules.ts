/** Runs what begins by itself in every API process: again and again, or when there is something to do. */
import type { FastifyBaseLogger } from "fastify";
import { guardedLoop } from "#api/core/database/outages.ts";

export interface Schedule {
  /** A noun, such as “stock feeds”, in the log and at `/healthz`. */
  name: string;
  /** What it does, as a sentence for whoever runs the product. */
  what: string;
  everyMs: number;
  /**
   * True: it has a loop of its own, because it must be on time, or waits for servers of others. The rest run one after
   * the other, so that they hold the only connection of the embedded database no longer than one of them needs.
   */
  isApart?: boolean;
  /** Safe to run in several processes at once. */
  run(now: Date, isStopping: () => boolean): Promise<unknown>;
  /** Calls `begin` when something is to be done before the time has come. Returns how to stop that. */
  onWork?(begin: () => void): () => void;
  /** Waits, at the end of the process, for what it has begun. */
  settle?(): Promise<void>;
}

/** When each schedule ended last without an error, in this process. */
export interface LastRun {
  name: string;
  everySeconds: number;
  lastRanAt: Date | null;
}

export interface RunningSchedules {
  lastRuns(): LastRun[];
  /** Begins nothing more, and waits for what runs. */
  stop(): Promise<void>;
}

/** What is to be done less often than this is done for the first time so long after the start. */
const firstAfterMs = 30_000;

export function startSchedules(schedules: readonly Schedule[], log: FastifyBaseLogger): RunningSchedules {
  const together = inTurns();
  const running = schedules.map((schedule) =>
    startSchedule(schedule, schedule.isApart ? inTurns() : together, guardedLoop(log, `${schedule.name}: failed`)),
  );
  return {
    lastRuns: () => running.map(({ lastRun }) => lastRun()),
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

type Turns = (work: () => Promise<void>) => Promise<void>;

/** Does what it is given one after the other. */
function inTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}

function startSchedule(
  { name, everyMs, run, onWork, settle }: Schedule,
  turn: Turns,
  guarded: ReturnType<typeof guardedLoop>,
) {
  let lastRanAt: Date | null = null;
  let isStopping = false;
  let isWaiting = false;
  /** The turn that was asked for last. */
  let last: Promise<void> = Promise.resolve();
  // While it runs, it may be asked for once more: what has begun may have looked too early.
  const begin = () => {
    if (isWaiting || isStopping) return;
    isWaiting = true;
    last = turn(async () => {
      isWaiting = false;
      if (isStopping) return;
      await guarded(async () => {
        await run(new Date(), () => isStopping);
        lastRanAt = new Date();
      });
    });
  };
  const first = everyMs > firstAfterMs ? setTimeout(begin, firstAfterMs).unref() : undefined;
  const timer = setInterval(begin, everyMs).unref();
  const stopListening = onWork?.(begin);
  return {
    lastRun: (): LastRun => ({ name, everySeconds: everyMs / 1_000, lastRanAt }),
    async stop() {
      isStopping = true;
      clearTimeout(first);
      clearInterval(timer);
      stopListening?.();
      await last;
      await settle?.();
    },
  };
}
