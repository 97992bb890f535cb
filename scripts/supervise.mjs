// Keeps a process of the product running: one that dies after it was open is started again, with a pause that grows.
import { setTimeout as wait } from "node:timers/promises";
import { startProcess } from "./processes.mjs";

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A process that ran this long was well: the next pause is the first one again. */
const steadyAfterMs = 60_000;

/**
 * @param {Parameters<typeof startProcess>[0] & { say(line: string): void }} options
 */
export function supervise({ say, ...options }) {
  let child = startProcess(options);
  let isStopping = false;
  const stopping = new AbortController();

  async function startAgain() {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const began = Date.now();
      const { code, signal } = await child.ended;
      if (isStopping) return;
      if (Date.now() - began > steadyAfterMs) pauseMs = firstPauseMs;
      say(`The ${options.name} stopped (${signal ?? code}). It is started again in ${pauseMs / 1000} s.`);
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping) return;
      child = startProcess(options);
    }
  }

  return {
    /** The first process: while it is starting, its end is the end of the start. */
    first: child,
    /** From now on a process that ends is started again. */
    keepRunning() {
      void startAgain();
    },
    async stop() {
      isStopping = true;
      stopping.abort();
      await child.stop();
    },
  };
}
