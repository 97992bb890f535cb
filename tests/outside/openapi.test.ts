/** The OpenAPI document, read by programs that others have written. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi } from "#tests/support/api.ts";
import { npmPackages } from "#tests/support/outside/npm-packages.ts";

const run = promisify(execFile);
const configurationOf = (linter: string) => resolve(`tests/support/outside/linters/${linter}.yaml`);

const folder = mkdtempSync(join(tmpdir(), "countinghouse-openapi-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const linters = await npmPackages(
  "linters",
  { "@redocly/cli": "2.77.0", "@stoplight/spectral-cli": "6.16.3" },
  "the OpenAPI document was not read by public linters.",
);

describe.skipIf(!linters)("the OpenAPI document", async () => {
  const api = await startApi();
  const file = join(folder, "openapi.json");
  beforeAll(async () => writeFileSync(file, (await api.send(undefined, { url: "/openapi.json" })).body));

  /** Returns what a linter reports, also where it ends with an error because of it. */
  async function reportOf(program: string, ...args: string[]): Promise<unknown> {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const path = join(linters as string, "node_modules/.bin", program);
    const { stdout } = await run(path, args, { env, maxBuffer: 2 ** 26 }).catch((failed: { stdout: string }) => failed);
    return JSON.parse(stdout);
  }

  test("has no errors and no warnings in Redocly's recommended rules", async () => {
    const options = ["--config", configurationOf("redocly"), "--format", "json", "--max-problems", "1000"];
    expect(await reportOf("redocly", "lint", file, ...options)).toMatchObject({
      totals: { errors: 0, warnings: 0, ignored: 0 },
      problems: [],
    });
  });

  test("has no errors, warnings or hints in Spectral's rules for OpenAPI", async () => {
    expect(
      await reportOf("spectral", "lint", file, "--ruleset", configurationOf("spectral"), "--format", "json", "--quiet"),
    ).toEqual([]);
  });
});
