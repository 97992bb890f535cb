import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { freePort } from "#scripts/ports.mjs";
import { backOfficeArgs, startProcess } from "#scripts/processes.mjs";
import { isListening, isRunning, Starter } from "#tests/support/services/starter.ts";

const killAfterMs = 8_000;
/** Each test starts two processes and a database, some of them twice. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

type Place = Record<"PORT" | "API_PORT" | "DATA_DIR", string>;

async function aPlace(): Promise<Place> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "countinghouse-start-"));
  cleanUp.push(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  return { PORT: String(await freePort()), API_PORT: String(await freePort()), DATA_DIR };
}

function start(env: Place & { [other: string]: string }): Starter {
  const starter = new Starter({ DEMO: "off", ...env });
  cleanUp.push(() => starter.signal("SIGTERM").end());
  return starter;
}

const portsOf = ({ PORT, API_PORT }: Place) => Promise.all([PORT, API_PORT].map((port) => isListening(Number(port))));

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

  it("reports that the data folder is in use, and does not affect the instance that uses it", async () => {
    const place = await aPlace();
    await start(place).isOpen();
    const { code, lines } = await start({ ...(await aPlace()), DATA_DIR: place.DATA_DIR }).end();
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain(`The data folder ${place.DATA_DIR} is in use by another Countinghouse.`);
    expect(lines.join("\n")).not.toMatch(/^\s+at /m);
    expect(await portsOf(place)).toEqual([true, true]);
  });

  it.each([
    { name: "the API", which: 0, port: "API_PORT" },
    { name: "the back office", which: 1, port: "PORT" },
  ] as const)("restarts $name after a crash, and does not affect the other process", async ({ which, port }) => {
    const place = await aPlace();
    const starter = await start(place).isOpen();
    const before = starter.processes();
    process.kill(before[which] as number, "SIGKILL");
    await expect
      .poll(() => starter.output, { timeout: 30_000 })
      .toMatch(/The (API|back office) stopped \(SIGKILL\)\. It is started again in 1 s\./);
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
    expect((await starter.signal("SIGTERM").end()).code).toBe(0);
    expect(after.map(isRunning)).toEqual([false, false]);
    expect(await portsOf(place)).toEqual([false, false]);
  });
});

describe("an obstacle to starting is reported in one line that says what to do", () => {
  const isOneLine = ({ code, lines }: { code: number | null; lines: string[] }, words: string) => {
    expect([code, lines]).toEqual([1, [words]]);
  };

  /** A port on which another server listens. */
  async function aTakenPort(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanUp.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  /** Runs one of the two processes on its own. */
  async function alone(args: string[], env: Record<string, string>) {
    const lines: string[] = [];
    const child = startProcess({
      name: "process",
      args,
      env: {
        ...process.env,
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
        DEMO: "off",
        OIDC_CLIENT_SECRET: "a secret that is long enough",
        ...env,
      },
      onLine: (line: string) => lines.push(line),
    });
    const { code } = await child.ended;
    return { code, lines: lines.filter((line) => line.trim() !== "" && !/WARNING: Unsupported runtime/.test(line)) };
  }

  it.each(["PORT", "API_PORT"] as const)("%s is in use", async (variable) => {
    const port = await aTakenPort();
    const words = `Port ${port} is in use. Stop what runs there, or set ${variable} to another one.`;
    const place = { ...(await aPlace()), [variable]: String(port) };
    isOneLine(await start(place).end(), words);
    const args = variable === "PORT" ? backOfficeArgs : ["build/api/main.js"];
    isOneLine(await alone(args, place), words);
  });

  it("the data folder cannot be created or is a file", async () => {
    const place = await aPlace();
    const file = join(place.DATA_DIR, "a-file");
    writeFileSync(file, "");
    for (const [DATA_DIR, code] of [
      [file, "ENOTDIR"],
      [join(file, "data"), "ENOTDIR"],
    ] as const) {
      const words = new RegExp(
        `^The data folder ${DATA_DIR} cannot be used \\((${code}|EEXIST)\\)\\. Let this user write there, or set DATA_DIR to another folder\\.$`,
      );
      for (const { code: exit, lines } of [
        await start({ ...place, DATA_DIR }).end(),
        await alone(["build/api/main.js"], { ...place, DATA_DIR }),
      ])
        expect([exit, lines]).toEqual([1, [expect.stringMatching(words)]]);
    }
  });
});

describe("an invalid environment variable stops npm start with one clear line", () => {
  const wrong: Record<string, Record<string, string>> = {
    PORT: { PORT: "many" },
    PUBLIC_URL: { PUBLIC_URL: "back.office.example" },
    API_URL: { API_URL: "not an address" },
    SESSION_SECRET: { SESSION_SECRET: "short" },
    "SESSION_SECRET with an empty entry": { SESSION_SECRET: `${"long ".repeat(10)},` },
    DATABASE_URL: { DATABASE_URL: "mysql://localhost/house" },
    LOG_LEVEL: { LOG_LEVEL: "loud" },
  };

  it.each(Object.entries(wrong))("%s", async (_, env) => {
    const place = await aPlace();
    const { code, lines } = await start({ ...place, ...env }).end();
    const [name = ""] = Object.keys(env);
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(name))).toHaveLength(1);
    expect(lines.join("\n")).not.toMatch(/^\s+at |node:internal|throw |Error:/m);
    expect(lines.length).toBeLessThanOrEqual(3);
  });
});
