/** Playwright's `test`, signed in as the administrator unless a file or a group calls `test.use({ account: … })`. */
import { test as base } from "@playwright/test";
import { type Account, signedInState } from "./accounts.ts";
import { faultyApiOffice, fewOptionsOffice, type SeparateOffices } from "./separate-offices.ts";

interface Options {
  account: Account | "signed out";
}

export const test = base.extend<Options, SeparateOffices>({
  account: ["admin", { option: true }],
  // As cookies, because a `storageState` would need a new browser context for each test, which takes most of its time.
  context: async ({ context, account }, use) => {
    if (account !== "signed out") await context.addCookies((await signedInState(account)).cookies);
    await use(context);
  },
  request: async ({ playwright, baseURL, account }, use) => {
    const request = await playwright.request.newContext({
      baseURL,
      storageState: account === "signed out" ? undefined : await signedInState(account),
    });
    await use(request);
    await request.dispose();
  },
  // Here, and not where they are used: a test with other fixtures of the worker needs a new worker, with a new browser.
  faultyApiOffice: [faultyApiOffice, { scope: "worker" }],
  fewOptionsOffice: [fewOptionsOffice, { scope: "worker" }],
});

export { expect } from "@playwright/test";

/** False in the project that runs with JavaScript off. */
export function hasScripts(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}
