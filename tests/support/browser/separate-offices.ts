/** Back offices beside the one that all tests share, each started when a test of a worker first asks for it. */
import type { PlaywrightWorkerOptions } from "@playwright/test";
import { freePort } from "#scripts/ports.mjs";
import { type FaultyApi, startFaultyApi } from "./faulty-api.ts";
import { startBackOffice } from "./product.ts";

interface Office {
  url: string;
}

export interface SeparateOffices {
  faultyApiOffice: Office & { api: FaultyApi };
  /** Its selects have at most three records. */
  fewOptionsOffice: Office;
}

/** Playwright requires that the first parameter of a fixture is destructured, also if it uses no other fixture. */
type None = Pick<PlaywrightWorkerOptions, "browserName">;
type Use<T> = (value: T) => Promise<void>;

export async function faultyApiOffice(
  { browserName: _ }: None,
  use: Use<SeparateOffices["faultyApiOffice"]>,
): Promise<void> {
  const { url: API_URL, api, stop } = await startFaultyApi();
  const office = await startBackOffice(await freePort(), { API_URL });
  await use({ url: office.url, api });
  await office.stop();
  stop();
}

export async function fewOptionsOffice({ browserName: _ }: None, use: Use<Office>): Promise<void> {
  const office = await startBackOffice(await freePort(), { FILTER_OPTIONS_MAX: "3" });
  await use({ url: office.url });
  await office.stop();
}
