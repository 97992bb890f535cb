import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backOfficeArgs, startProcess } from "#scripts/processes.mjs";
import { aPlace, cleanUp, start } from "#tests/support/services/places.ts";

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
