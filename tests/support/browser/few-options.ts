/** Starts a separate back office whose selects have at most three records, as if there were hundreds of them. */
import { freePort } from "#scripts/ports.mjs";
import { startBackOffice } from "./product.ts";
import { test as base } from "./test.ts";

/** The session cookie is valid there as well, because cookies ignore ports. */
export const test = base.extend<object, { fewOptions: string }>({
  fewOptions: [
    async ({ browserName: _ }, use) => {
      const office = await startBackOffice(await freePort(), { FILTER_OPTIONS_MAX: "3" });
      await use(office.url);
      await office.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ fewOptions }, use) => use(fewOptions),
});
