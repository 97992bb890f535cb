import { defineConfig } from "@playwright/test";
import screens from "./playwright.config.ts";

/** The walk through a month of a marketplace, one after the other: what is invoiced and paid is so for everybody. */
export default defineConfig({
  ...screens,
  testIgnore: [],
  testMatch: "month/**",
  globalSetup: "./tests/support/browser/product-of-a-month.ts",
  outputDir: process.env.TEST_RESULTS ?? "test-results/month",
  workers: 1,
  timeout: 5 * 60_000,
  use: { ...screens.use, actionTimeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: process.env.TEST_REPORT ?? ".cache/tests/month.json" }]],
});
