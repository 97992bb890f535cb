import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const shell = "/usr/bin/chromium-headless-shell";
const chromium = process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : "/usr/bin/chromium");
const flags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export default defineConfig({
  testDir: "tests/screens",
  // These have products of their own: playwright.month.config.ts, playwright.first-day.config.ts.
  testIgnore: ["month/**", "first-day/**"],
  // Each suite has a folder of its own, because a run empties its folder, and two of them may run at once.
  outputDir: process.env.TEST_RESULTS ?? "test-results/screens",
  globalSetup: "./tests/support/browser/product.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than there are cores, because tests also wait for their pages. Each further browser would cost more
  // processor time than its share of the waiting, and the product that all of them use does not grow with them.
  workers: Math.min(5, availableParallelism() + 1),
  retries: 0,
  // Long, because whatever runs tests may have other things to do; nothing waits that long when all is well.
  timeout: 60_000,
  globalTimeout: 70 * 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: process.env.TEST_REPORT ?? ".cache/tests/screens.json" }]],
  use: {
    // Set by the start of the product, before the workers read this.
    baseURL: process.env.PUBLIC_URL,
    locale: "en-AU",
    timezoneId: "Australia/Sydney",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    // Tests of one worker share a browser context, which is emptied between them: opening one takes longer than a page.
    reuseContext: true,
    launchOptions: { executablePath: chromium, args: flags },
  },
  // Every flow runs with scripts and without. What is about scripts says so in its title.
  projects: [
    { name: "javascript", grepInvert: /@plain-html/ },
    { name: "plain-html", grepInvert: /@javascript/, use: { javaScriptEnabled: false } },
  ],
});
