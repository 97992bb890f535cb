import { expect, it } from "vitest";
import { isRunning } from "#scripts/processes.mjs";
import { aPlace, type Place, portsOf, start } from "#tests/support/services/places.ts";
import type { Starter } from "#tests/support/services/starter.ts";

/** Kills one of the two processes, and waits until it answers again. */
async function crash(starter: Starter, place: Place, which: 0 | 1): Promise<void> {
  const [name, port] = which === 0 ? (["API", "API_PORT"] as const) : (["back office", "PORT"] as const);
  const before = starter.processes();
  process.kill(before[which] as number, "SIGKILL");
  await expect
    .poll(() => starter.output, { timeout: 30_000 })
    .toContain(`The ${name} stopped (SIGKILL). It is started again in 1 s.`);
  const isUp = () =>
    fetch(`http://localhost:${place[port]}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
  const after = starter.processes();
  expect(after).toHaveLength(2);
  expect(after).toContain(before[1 - which]);
  expect(after).not.toContain(before[which]);
}

it("npm start restarts the back office or the API after a crash, and does not affect the other process", async () => {
  const place = await aPlace();
  const starter = await start(place).isOpen();
  // The back office first: the ids of the processes are listed by age, the API's before it.
  await crash(starter, place, 1);
  await crash(starter, place, 0);
  const processes = starter.processes();
  expect((await starter.signal("SIGTERM").end()).code).toBe(0);
  expect(processes.map(isRunning)).toEqual([false, false]);
  expect(await portsOf(place)).toEqual([false, false]);
});
