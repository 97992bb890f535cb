/**
 * The image of both processes, made by the steps of the Dockerfile in folders of this machine (`scripts/image.mjs`). The
 * base images, Compose and the proxy are not tested.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { request } from "@playwright/test";
import { afterAll, describe, expect, it } from "vitest";
import { userOf } from "#scripts/image.mjs";
import { freePort } from "#scripts/ports.mjs";
import { answers, startProcess } from "#scripts/processes.mjs";
import { testedImage } from "#tests/support/tested-image.ts";

const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
});

const image = testedImage();

describe("the image", () => {
  it("has neither build tools nor sources", () => {
    for (const path of ["vite", "esbuild", "tailwindcss", "vitest", "@remix-run/dev"])
      expect(existsSync(join(image.folder, "node_modules", path)), path).toBe(false);
    for (const path of ["api", "app", "tests", "scripts", ".git"])
      expect(existsSync(join(image.folder, path)), path).toBe(false);
  });

  it("starts both processes as an unprivileged user, answers a page and backs up", async () => {
    expect(image.user).toBe("1000:1000");
    const [port, apiPort] = [await freePort(), await freePort()];
    const data = join(image.folder, "data");
    const env = {
      PATH: process.env.PATH,
      ...image.env,
      HOST: "127.0.0.1",
      DATA_DIR: data,
      PORT: String(port),
      API_PORT: String(apiPort),
      DEMO: "off",
      OIDC_CLIENT_SECRET: "a secret that is long enough",
      SESSION_SECRET: "a secret that is long enough for the cookies",
    };
    const user = userOf(image);
    const lines: string[] = [];
    const start = (name: string, [, ...args]: string[]) => {
      const child = startProcess({ name, args, env, cwd: image.folder, onLine: (line) => lines.push(line), ...user });
      cleanUp.push(() => child.stop());
      return child;
    };
    const api = start("API", ["node", "build/api/main.js"]);
    const backOffice = start("back office", image.command);
    await answers(`http://127.0.0.1:${apiPort}/readyz`, api, 120).catch((error) => {
      throw new Error(`${error.message}\n${lines.join("\n")}`);
    });
    await answers(`http://127.0.0.1:${port}/readyz`, backOffice, 60);
    // The page of the sign-in, to which the back office leads by the configuration of the API.
    const visitor = await request.newContext({ baseURL: `http://localhost:${port}` });
    cleanUp.push(() => visitor.dispose());
    const page = await visitor.get("/");
    expect([page.status(), await page.text()]).toEqual([200, expect.stringContaining("Countinghouse")]);
    expect(page.url()).toContain(`:${apiPort}/`);
    const words = execFileSync(process.execPath, ["build/api/backup.js", join(data, "first.backup")], {
      cwd: image.folder,
      env,
      encoding: "utf8",
      ...user,
    });
    expect(words).toContain("The API paused for");
  }, 240_000);
});
