import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRunning } from "#scripts/processes.mjs";
import { aPlace, portsOf, start } from "#tests/support/services/places.ts";

const killAfterMs = 8_000;

describe("npm start", () => {
  it("prints its URL but no secrets, and stops on Ctrl-C", async () => {
    const place = await aPlace();
    const starter = await start(place).isOpen();
    expect(starter.output).toContain(`Countinghouse is open: http://localhost:${place.PORT}`);
    expect((await fetch(`http://localhost:${place.PORT}/healthz`)).status).toBe(200);
    const secrets = join(place.DATA_DIR, "secrets.json");
    expect(statSync(secrets).mode & 0o077).toBe(0);
    for (const secret of Object.values(JSON.parse(readFileSync(secrets, "utf8")) as Record<string, string>))
      expect(starter.output).not.toContain(secret);
    expect((await starter.signal("SIGINT").end()).code).toBe(0);
  });

  it("stops both processes on SIGTERM in time, and releases the ports and the folder", async () => {
    const place = await aPlace();
    const starter = await start(place).isOpen();
    const processes = starter.processes();
    expect(processes).toHaveLength(2);
    const began = Date.now();
    expect((await starter.signal("SIGTERM").end()).code).toBe(0);
    expect(Date.now() - began).toBeLessThan(killAfterMs);
    expect(processes.map(isRunning)).toEqual([false, false]);
    expect(await portsOf(place)).toEqual([false, false]);
    await start(place).isOpen();
  });

  it("stops everything when the npm that runs it gets SIGTERM, and can be started again at once", async () => {
    const place = await aPlace();
    const npm = await start(place, "npm").isOpen();
    const processes = npm.allProcesses();
    // A shell, the script, the API and the back office.
    expect(processes.length).toBeGreaterThanOrEqual(3);
    await npm.signal("SIGTERM").end();
    await expect.poll(() => processes.filter(isRunning), { timeout: killAfterMs }).toEqual([]);
    expect(await portsOf(place)).toEqual([false, false]);
    await start(place).isOpen();
  });

  it("leaves no process behind when it is killed without warning", async () => {
    const place = await aPlace();
    const starter = await start(place).isOpen();
    const processes = starter.processes();
    await starter.signal("SIGKILL").end();
    await expect.poll(() => processes.filter(isRunning), { timeout: killAfterMs }).toEqual([]);
    await start(place).isOpen();
  });

  it("reports that the data folder is in use, and does not affect the instance that uses it", async () => {
    const place = await aPlace();
    await start(place).isOpen();
    const { code, lines } = await start({ ...(await aPlace()), DATA_DIR: place.DATA_DIR }).end();
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain(`The data folder ${place.DATA_DIR} is in use by another Countinghouse.`);
    expect(lines.join("\n")).not.toMatch(/^\s+at /m);
    expect(await portsOf(place)).toEqual([true, true]);
  });
});
