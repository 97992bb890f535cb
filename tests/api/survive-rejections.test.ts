import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../api/core/survive-rejections.ts", import.meta.url));

/** Runs a separate process, because the test runner has its own handlers. */
function run(first: string) {
  const script = `${first}
    Promise.reject(new Error("on purpose"));
    setTimeout(() => console.log("still here"), 200);`;
  const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  return { status, lines: stdout.trim().split("\n") };
}

test("an unhandled promise rejection is logged, and the process continues", () => {
  const { status, lines } = run(`
    const { surviveRejections } = await import(${JSON.stringify(source)});
    surviveRejections({ error: ({ err }, words) => console.log(words + ": " + err.message) });`);
  expect([status, lines]).toEqual([0, ["a rejected promise was not handled: on purpose", "still here"]]);
});

test("without the handler the process would exit", () => {
  expect(run("").status).not.toBe(0);
});
