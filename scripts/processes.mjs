// The two processes of the product: started, watched, and stopped together, however the one that starts them ends.
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const killAfterMs = 8_000;

/** Node arguments of the built back office. */
export const backOfficeArgs = ["--enable-source-maps", "build/back-office/main.js"];

/**
 * Runs first in a started process: treats the end of the parent process, also by SIGKILL, as a SIGTERM.
 * The channel between the two closes then.
 */
const endWithStarter = 'process.once("disconnect",()=>process.kill(process.pid,"SIGTERM"));process.channel?.unref()';

/**
 * @param {{ name: string, args: string[], env: NodeJS.ProcessEnv, onLine(line: string): void, cwd?: string, program?: string, uid?: number, gid?: number }} options
 *   `program` is the Node that runs it: this one unless another is named; `uid` and `gid` are another user
 */
export function startProcess({ name, args, env, onLine, cwd, program = process.execPath, uid, gid }) {
  // A process group of its own, so that Ctrl-C reaches only this script, which stops the processes in order.
  const child = spawn(program, ["--import", `data:text/javascript,${endWithStarter}`, ...args], {
    env,
    cwd,
    uid,
    gid,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: process.platform !== "win32",
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.setEncoding("utf8").on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(onLine);
    });
  }
  // Not "exit", which may be emitted before the last output has been read.
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve({ name, code, signal })));
  return {
    pid: child.pid,
    ended,
    async stop() {
      child.kill("SIGTERM");
      const late = new AbortController();
      await Promise.race([ended, wait(killAfterMs, undefined, { signal: late.signal, ref: false }).catch(() => {})]);
      late.abort();
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Whether there is a process of this id, of whatever user. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

const lookForParentMs = 500;

/**
 * Calls `stop` on Ctrl-C, on SIGTERM, when the terminal closes, and once the `npm` that runs this script has ended: npm
 * passes a SIGTERM on to its shell, which ends without passing it on.
 */
export function whenToStop(stop) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, lookForParentMs);
  looking.unref();
}

/** Waits until the address answers, or the process ends. */
export async function answers(url, running, secondsAtMost) {
  let over;
  running.ended.then((end) => (over = end));
  for (const until = Date.now() + secondsAtMost * 1000; Date.now() < until; await wait(100)) {
    if (over) throw new Error(`The ${over.name} stopped while starting.`);
    const ok = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      .then((response) => response.ok)
      .catch(() => false);
    if (ok) return;
  }
  throw new Error(`${url} did not answer within ${secondsAtMost} s.`);
}
