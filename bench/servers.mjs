// Starts servers, and reads from Linux what they use.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { freePort } from "#scripts/ports.mjs";
import { startProcess } from "#scripts/processes.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Starts a server and waits for its first response; if it ends unexpectedly, its output is printed.
 * @returns also the duration in seconds, and its process id
 */
export async function startServer({ name, args, cwd = root, port, path, env }) {
  const at = port ?? (await freePort());
  const lines = [];
  const began = performance.now();
  const server = startProcess({
    name,
    args,
    cwd,
    env: { ...process.env, ...env, PORT: String(at), HOST: "127.0.0.1", NODE_ENV: "production" },
    onLine: (line) => lines.push(line),
  });
  let end;
  let isStopping = false;
  void server.ended.then((how) => {
    end = how;
    if (!isStopping) process.stderr.write(`The ${name} ended with ${how.signal ?? how.code}.\n${lines.join("\n")}\n`);
  });
  const url = `http://localhost:${at}`;
  while (!(await isUp(`${url}${path}`))) {
    if (end || performance.now() - began > 120_000) throw new Error(`The ${name} did not start.`);
  }
  const stop = () => {
    isStopping = true;
    return server.stop();
  };
  return { pid: server.pid, url, startSeconds: (performance.now() - began) / 1000, stop };
}

async function isUp(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await response?.arrayBuffer();
  if (!response?.ok) await new Promise((resolve) => setTimeout(resolve, 10));
  return response?.ok === true;
}

/** Returns the memory of a process in megabytes. */
export function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

const millisecondsPerTick = 10;

/** Returns the processor time that all threads of a process have used since it started, in milliseconds. */
export function cpuOf(pid) {
  const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  const [user, system] = afterName.slice(11, 13).map(Number);
  return (user + system) * millisecondsPerTick;
}

/** Starts an API process of its own on this database. @param folder for its files */
export async function startApi(database, folder) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  return startServer({
    name: "API",
    args: ["build/api/main.js"],
    port,
    path: "/healthz",
    env: {
      API_PORT: String(port),
      API_PUBLIC_URL: url,
      PUBLIC_URL: "http://localhost:3000",
      DATABASE_URL: database.db.$client.options.connectionString,
      DATA_DIR: folder,
      OIDC_CLIENT_SECRET: "a secret for this alone",
      DEMO: "off",
      LOG_LEVEL: "error",
    },
  });
}
