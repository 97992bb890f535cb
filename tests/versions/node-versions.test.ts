/** The built product on the other supported lines of Node: it starts, somebody signs in, reads, saves and downloads. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "@playwright/test";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "#scripts/ports.mjs";
import { answers, backOfficeArgs, startProcess } from "#scripts/processes.mjs";
import { sharedSecrets } from "#scripts/secrets.mjs";
import { type Account, signedInState } from "#tests/support/browser/accounts.ts";

const programs = JSON.parse(process.env.NODE_PROGRAMS ?? "{}") as Record<string, string>;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function startProduct(program: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-versions-"));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const [port, apiPort] = [await freePort(), await freePort()];
  Object.assign(process.env, {
    ...sharedSecrets(folder),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    API_URL: `http://localhost:${apiPort}`,
    API_PORT: String(apiPort),
    DATA_DIR: folder,
    DEMO: "on",
    LOG_LEVEL: "error",
  });
  const env = { ...process.env, NODE_ENV: "production" as const };
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  for (const [name, args, url] of [
    ["API", ["--enable-source-maps", "build/api/main.js"], `http://localhost:${apiPort}/healthz`],
    ["back office", backOfficeArgs, `http://localhost:${port}/healthz`],
  ] as const) {
    const child = startProcess({ name, program, args: [...args], env, onLine });
    cleanUp.push(() => child.stop());
    await answers(url, child, 120);
  }
}

it("there are other lines of Node to try", () => {
  expect(Object.keys(programs)).toHaveLength(2);
});

/** Another person for each product: sessions are kept by account. */
const people: readonly Account[] = ["operator", "admin"];

describe.each(
  Object.entries(programs).map(([version, program], i) => ({ version, program, account: people[i] as Account })),
)("on Node $version", ({ program, account }) => {
  it("the product starts, shows pages, saves a form and makes a workbook", async () => {
    await startProduct(program);
    const person = await request.newContext({
      baseURL: process.env.PUBLIC_URL,
      storageState: await signedInState(account),
    });
    cleanUp.push(() => person.dispose());
    expect(await (await person.get("/suppliers")).text()).toContain("Acacia Homewares");
    expect(await (await person.get("/products/1/images")).text()).toContain("Images");

    const form = {
      intent: "add",
      SupplierName: `Supplier of ${account}`,
      PrimaryContactEmail: "node@versions.example",
    };
    const saved = await person.post("/suppliers/new", { form, headers: { origin: process.env.PUBLIC_URL ?? "" } });
    expect(await saved.text()).toContain(form.SupplierName);

    const workbook = await person.get("/orders/export");
    expect(workbook.status()).toBe(200);
    expect((await workbook.body()).subarray(0, 2).toString()).toBe("PK");
  });
});
