import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "countinghouse-alone-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that says "begin" when its turn has come, and ends its work on a line of input. */
function worker() {
  const program = `
    import { alone } from "./scripts/alone.mjs";
    await alone(${JSON.stringify(join(folder, "turn.pid"))}, async () => {
      console.log("begin");
      await new Promise((resolve) => process.stdin.once("data", resolve));
    });
    process.exit();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  const lines: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => lines.push(...text.trim().split("\n")));
  const begun = () => expect.poll(() => lines.at(-1), { timeout: 20_000 }).toBe("begin");
  const waits = () => expect.poll(() => lines, { timeout: 20_000 }).toEqual([expect.stringMatching(/^Waiting/)]);
  return { child, ended: once(child, "exit"), begun, waits };
}

it("two processes do their work in the same folder one after the other, also when the first is killed", async () => {
  const first = worker();
  await first.begun();
  const second = worker();
  await second.waits();
  first.child.stdin.write("\n");
  await first.ended;
  await second.begun();
  const third = worker();
  await third.waits();
  second.child.kill("SIGKILL");
  await third.begun();
  third.child.stdin.write("\n");
  expect(await third.ended).toEqual([0, null]);
});
