/** The built back office in a separate process, between a test that acts as the browser and the stubs. */
import { readFile } from "node:fs/promises";
import { freePort } from "#scripts/ports.mjs";
import { answers, backOfficeArgs, startProcess } from "#scripts/processes.mjs";
import type { CookieJar } from "./cookies.ts";

export interface BackOffice {
  url: string;
  /** Log lines. */
  lines: string[];
  /** Sends a request as a browser; form submissions come from one of our pages. */
  ask(path: string, init?: RequestInit, jar?: CookieJar): Promise<Response>;
  /** Peak memory in megabytes. */
  peakMemory(): Promise<number>;
  stop(): Promise<void>;
}

const production = { NODE_ENV: "production" } as const;

export async function startBackOffice(env: Record<string, string> = {}): Promise<BackOffice> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const lines: string[] = [];
  const office = startProcess({
    name: "back office",
    args: backOfficeArgs,
    env: {
      ...process.env,
      ...production,
      LOG_LEVEL: "warn",
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: url,
      ...env,
    },
    onLine: (line: string) => lines.push(line),
  });
  await answers(`${url}/healthz`, office, 30);
  return {
    url,
    lines,
    ask(path, init = {}, jar) {
      const headers = new Headers(init.headers);
      if (jar) headers.set("cookie", jar.header);
      if (init.method && !headers.has("origin")) headers.set("origin", env.PUBLIC_URL ?? url);
      return fetch(`${url}${path}`, { redirect: "manual", ...init, headers });
    },
    async peakMemory() {
      return Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${office.pid}/status`, "utf8"))?.[1]) / 1024;
    },
    stop: office.stop,
  };
}
