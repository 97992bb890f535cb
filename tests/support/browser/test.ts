/** Playwright's `test`, signed in: as the administrator, unless a file or a group says `test.use({ account: … })`. */
import { test as base } from "@playwright/test";
import { type Account, signedInState } from "./accounts.ts";

interface Options {
  account: Account | "nobody";
}

export const test = base.extend<Options>({
  account: ["admin", { option: true }],
  storageState: async ({ account }, use) => use(account === "nobody" ? undefined : await signedInState(account)),
});

export { expect } from "@playwright/test";

/** False in the project that runs with JavaScript off. */
export function hasScripts(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}
