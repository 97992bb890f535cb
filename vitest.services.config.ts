import { defineConfig } from "vitest/config";

/** A configuration of its own: these tests prepare the environment that modules of the back office read when loaded. */
export default defineConfig({
  test: {
    name: "services",
    include: ["tests/services/**/*.test.ts"],
    setupFiles: ["tests/support/services/world.ts"],
    globalSetup: ["tests/support/services/built.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
