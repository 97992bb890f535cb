import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** A configuration of its own: these tests prepare the environment that modules of the back office read when loaded. */
export default defineConfig({
  test: {
    name: "services",
    include: ["tests/services/**/*.test.ts"],
    setupFiles: ["tests/support/services/world.ts"],
    globalSetup: ["tests/support/services/built.ts"],
    pool: "forks",
    // One more than the processors of a small machine, because a test that starts processes mostly waits for them.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
