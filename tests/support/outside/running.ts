/** Programs that run until they are stopped: those of others, and the built product. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#scripts/ports.mjs";
import { answers, backOfficeArgs, startProcess } from "#scripts/processes.mjs";
import { sharedSecrets } from "#scripts/secrets.mjs";

export interface Running {
  /** Everything that it has written so far. */
  readonly output: string;
  stop(): Promise<void>;
}

/** Starts a program that stays in the foreground, and waits until its port takes connections. */
export async function running(path: string, args: string[], port: number, env = process.env): Promise<Running> {
  const child = spawn(path, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  for (const until = Date.now() + 30_000; !(await takesConnections(port)); await wait(50)) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`${path} ended: ${output}`);
    if (Date.now() > until) throw new Error(`${path} did not open port ${port}: ${output}`);
  }
  return {
    get output() {
      return output;
    },
    async stop() {
      process.removeListener("exit", end);
      child.kill("SIGTERM");
      const late = setTimeout(end, 5_000);
      await ended;
      clearTimeout(late);
    },
  };
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

export interface Product extends Running {
  /** Address of the back office. */
  url: string;
  /** Address of the API. */
  apiUrl: string;
}

/** Starts the built product on ports and a folder of its own. @param variables those of docs/operating.md */
export async function runningProduct(
  variables: (urls: { url: string; apiUrl: string }) => Promise<Record<string, string>>,
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-outside-"));
  const [port, apiPort] = [await freePort(), await freePort()];
  const urls = { url: `http://localhost:${port}`, apiUrl: `http://localhost:${apiPort}` };
  const env = {
    ...process.env,
    ...sharedSecrets(folder),
    PORT: String(port),
    PUBLIC_URL: urls.url,
    API_URL: urls.apiUrl,
    API_PORT: String(apiPort),
    DATA_DIR: folder,
    DEMO: "on",
    LOG_LEVEL: "warn",
    ...(await variables(urls)),
    NODE_ENV: "production",
  };
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const api = startProcess({ name: "API", args: ["--enable-source-maps", "build/api/main.js"], env, onLine });
  const office = startProcess({ name: "back office", args: backOfficeArgs, env, onLine });
  const stop = async () => {
    await Promise.all([api.stop(), office.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([answers(`${urls.apiUrl}/healthz`, api, 100), answers(`${urls.url}/healthz`, office, 100)]);
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${lines.join("\n")}`);
  }
  return {
    ...urls,
    get output() {
      return lines.join("\n");
    },
    stop,
  };
}
