import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

export default defineConfig({
  test: {
    pool: "forks",
    // One more than the processors of a small machine, because each test often waits for its database.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "contract", include: ["tests/contract/**/*.test.ts"] } },
      {
        test: { name: "versions", include: ["tests/versions/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 60_000 },
      },
      { test: { name: "image", include: ["tests/image/**/*.test.ts"], hookTimeout: 60_000 } },
      {
        test: {
          name: "outside",
          include: ["tests/outside/**/*.test.ts"],
          globalSetup: ["tests/support/outside/install.ts", "tests/support/template.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "api",
          // Files of one worker share the loaded code, which takes as long to load as the tests take; none changes it.
          isolate: false,
          include: ["tests/api/**/*.test.ts"],
          globalSetup: ["tests/support/template.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
