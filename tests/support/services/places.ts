/** Starts of the product in a folder and on ports of their own, which end with their test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, vi } from "vitest";
import { freePort } from "#scripts/ports.mjs";
import { isListening, Starter } from "./starter.ts";

/** Each test starts two processes and a database, some of them twice. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Clean-up after the test, in reverse order. */
export const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

export type Place = Record<"PORT" | "API_PORT" | "DATA_DIR", string>;

export async function aPlace(): Promise<Place> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "countinghouse-start-"));
  cleanUp.push(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  return { PORT: String(await freePort()), API_PORT: String(await freePort()), DATA_DIR };
}

export function start(env: Place & { [other: string]: string }, by?: "npm"): Starter {
  const starter = new Starter({ DEMO: "off", ...env }, by);
  cleanUp.push(() => starter.signal("SIGTERM").end());
  return starter;
}

/** Whether the ports of the back office and the API are in use. */
export const portsOf = ({ PORT, API_PORT }: Place) =>
  Promise.all([PORT, API_PORT].map((port) => isListening(Number(port))));
