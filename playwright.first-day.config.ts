import { defineConfig } from "@playwright/test";
import screens from "./playwright.config.ts";

/** The walk from an empty folder to the first published product: each test starts a product of its own. */
export default defineConfig({
  ...screens,
  testIgnore: [],
  testMatch: "first-day/**",
  globalSetup: undefined,
  outputDir: process.env.TEST_RESULTS ?? "test-results/first-day",
  workers: 1,
  timeout: 5 * 60_000,
  use: { ...screens.use, actionTimeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: process.env.TEST_REPORT ?? ".cache/tests/first-day.json" }]],
});
