// Restarts a process of the product that exits after it has started, with growing pauses.
import { setTimeout as wait } from "node:timers/promises";
import { startProcess } from "./processes.mjs";

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** After running this long, a process counts as healthy, and the pause is reset. */
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
    /** The first process: if it exits while starting, the start has failed. */
    first: child,
    /** From now on the process is restarted when it exits. */
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
