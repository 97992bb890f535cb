import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A configuration of its own: these tests import the back office, whose modules know each other by these two names. */
export default defineConfig({
  resolve: { alias: { "~": folder("app"), "@contract": folder("contract") } },
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
