/** Playwright's `test`, signed in: as the administrator, unless a file or a group says `test.use({ account: … })`. */
import { test as base, type Page } from "@playwright/test";
import { type Account, signedInState } from "./accounts.ts";

interface Options {
  account: Account | "nobody";
}

interface Fixtures {
  /** A second page, in a browser of its own, for tests with several people. */
  pageOf(account: Account): Promise<Page>;
}

export const test = base.extend<Options & Fixtures>({
  account: ["admin", { option: true }],
  storageState: async ({ account }, use) => use(account === "nobody" ? undefined : await signedInState(account)),
  pageOf: async ({ browser }, use) => {
    const contexts = new Map<Account, Promise<Page>>();
    await use(async (account) => {
      const context = await browser.newContext({ storageState: await signedInState(account) });
      const page = context.newPage();
      contexts.set(account, page);
      return page;
    });
    for (const page of contexts.values()) await (await page).context().close();
  },
});

export { expect } from "@playwright/test";

/** False in the project that runs with JavaScript off. */
export function hasScripts(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}
