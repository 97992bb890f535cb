/** The product as `npm start` opens it in an empty folder: no demo data, no accounts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#scripts/ports.mjs";
import { startProcess } from "#scripts/processes.mjs";

export interface EmptyProduct {
  url: string;
  /** Lines that `npm start` has printed so far. */
  lines: string[];
  stop(): Promise<void>;
}

/** Long, because it may have to build first. */
const openWithinMs = 180_000;

/** @param env in addition to the free ports and the folder */
export async function startEmptyProduct(env: NodeJS.ProcessEnv): Promise<EmptyProduct> {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-first-day-"));
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  // Where the emails of this product are found.
  process.env.DATA_DIR = folder;
  const lines: string[] = [];
  const product = startProcess({
    name: "npm start",
    args: ["scripts/start.mjs"],
    env: { ...process.env, NODE_ENV: undefined, PORT: String(port), API_PORT: String(apiPort), DEMO: "off", ...env },
    onLine: (line) => void lines.push(line),
  });
  const stop = async () => {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  let isOver = false;
  void product.ended.then(() => {
    isOver = true;
  });
  const isOpen = () => lines.includes("Ctrl-C stops it.");
  const until = Date.now() + openWithinMs;
  while (!isOpen() && !isOver && Date.now() < until) await wait(100);
  if (isOpen()) return { url, lines, stop };
  await stop();
  throw new Error(`The product did not open:\n${lines.join("\n")}`);
}
