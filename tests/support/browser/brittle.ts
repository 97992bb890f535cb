/** `test` with a separate back office whose API can be made unreachable, silent or malformed. */
import type { BrittleApi } from "./brittle-api.ts";
import { test as base } from "./test.ts";

/** The session cookie is valid there as well, because cookies ignore ports. */
export const test = base.extend<{ api: BrittleApi }>({
  baseURL: ({ brittleOffice }, use) => use(brittleOffice.url),
  api: async ({ brittleOffice: { api } }, use) => {
    await use(api);
    api.comesBack();
  },
});
