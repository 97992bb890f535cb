import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countinghouse-alone-"));
});
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

it("a claim that its process has never written does not hold up others for ever", async () => {
  const file = join(folder, "turn.pid");
  writeFileSync(file, "");
  const aMinuteAgo = new Date(Date.now() - 60_000);
  utimesSync(file, aMinuteAgo, aMinuteAgo);
  const { child, ended, begun } = worker();
  await begun();
  child.stdin.write("\n");
  expect(await ended).toEqual([0, null]);
});
