/** `test` with a separate back office whose API can be made unreachable, silent or malformed. */
import type { FaultyApi } from "./faulty-api.ts";
import { test as base } from "./test.ts";

/** The session cookie is valid there as well, because cookies ignore ports. */
export const test = base.extend<{ api: FaultyApi }>({
  baseURL: ({ faultyApiOffice }, use) => use(faultyApiOffice.url),
  api: async ({ faultyApiOffice: { api } }, use) => {
    await use(api);
    api.comesBack();
  },
});
