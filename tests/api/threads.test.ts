import { basename } from "node:path";
import { expect, test } from "vitest";
import { threads } from "#api/core/threads/start-thread.ts";
import { apiBundle } from "#scripts/bundle.mjs";

test("every module that runs as a thread is an entry point of the bundle", () => {
  const { entryPoints } = apiBundle("build/api");
  expect(entryPoints).toMatchObject(
    Object.fromEntries(threads.map((thread) => [basename(thread), `api/${thread}.ts`])),
  );
});
