/** `test` with a separate back office whose selects have at most three records, as if there were hundreds of them. */
import { test as base } from "./test.ts";

/** The session cookie is valid there as well, because cookies ignore ports. */
export const test = base.extend({ baseURL: ({ fewOptionsOffice }, use) => use(fewOptionsOffice.url) });
