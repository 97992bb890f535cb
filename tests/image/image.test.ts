/**
 * The steps of the Dockerfile, run in folders of this machine: what would be missing in the image is missing here as
 * well. The base images, Compose and the proxy are not tested.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#scripts/ports.mjs";
import { answers, startProcess } from "#scripts/processes.mjs";

interface Stage {
  name: string | undefined;
  /** The folder that stands for the WORKDIR. */
  folder: string;
  env: Record<string, string>;
  user: string | undefined;
  command: string[];
}

const root = mkdtempSync(join(tmpdir(), "countinghouse-image-"));
const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step();
  rmSync(root, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const ignored = new Set(readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean));

function copy(stages: Stage[], to: Stage, words: string[]): void {
  const from = words[0]?.startsWith("--from=") ? words.shift()?.slice("--from=".length) : undefined;
  const target = join(to.folder, words.pop() ?? "");
  const source = from === undefined ? process.cwd() : stages.find(({ name }) => name === from)?.folder;
  if (!source) throw new Error(`There is no stage ${from}.`);
  for (const word of words) {
    const path = join(source, from === undefined ? word : word.replace("/app/", ""));
    if (word === ".") {
      const filter = (each: string) => !ignored.has(each.slice(path.length).replace(/^\//, ""));
      cpSync(path, target, { recursive: true, filter });
    } else if (words.length > 1 || target.endsWith("/")) cpSync(path, join(target, word), { recursive: true });
    else cpSync(path, target, { recursive: true, verbatimSymlinks: true });
  }
}

function run(stage: Stage, command: string): void {
  const wanted = isRoot ? command : command.replace(/ && chown \S+ \S+/, "");
  const { TEST_REPORT, NODE_ENV, ...rest } = process.env;
  const env = { ...rest, npm_config_prefer_offline: "true", PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1", ...stage.env };
  execFileSync("sh", ["-c", wanted], { cwd: stage.folder, env, stdio: ["ignore", "ignore", "pipe"] });
}

/** Carries out the instructions. Returns the last stage, which is the image. */
function build(): Stage {
  const stages: Stage[] = [];
  const lines = readFileSync("Dockerfile", "utf8").split("\n");
  for (const line of lines.filter((each) => each && !each.startsWith("#"))) {
    const [instruction, ...words] = line.split(" ");
    const stage = stages.at(-1);
    if (instruction === "FROM") {
      const folder = join(root, String(stages.length));
      mkdirSync(folder);
      stages.push({ name: words[1] === "AS" ? words[2] : undefined, folder, env: {}, user: undefined, command: [] });
    } else if (!stage) throw new Error(`${instruction} stands before FROM.`);
    else if (instruction === "COPY") copy(stages, stage, words);
    else if (instruction === "RUN") run(stage, words.join(" "));
    else if (instruction === "ENV") Object.assign(stage.env, Object.fromEntries([words.join(" ").split("=")]));
    else if (instruction === "USER") stage.user = words[0];
    else if (instruction === "CMD") stage.command = JSON.parse(words.join(" ")) as string[];
    else if (instruction !== "WORKDIR" && instruction !== "EXPOSE")
      throw new Error(`This test does not know the instruction ${instruction}.`);
  }
  const image = stages.at(-1);
  if (!image) throw new Error("There is no stage.");
  return image;
}

describe("the image", () => {
  let image: Stage;
  beforeAll(() => {
    chmodSync(root, 0o755);
    image = build();
  }, 600_000);

  it("has neither build tools nor sources", () => {
    for (const path of ["vite", "esbuild", "tailwindcss", "vitest", "@remix-run/dev"])
      expect(existsSync(join(image.folder, "node_modules", path)), path).toBe(false);
    for (const path of ["api", "app", "tests", "scripts", ".git"])
      expect(existsSync(join(image.folder, path)), path).toBe(false);
  });

  it("starts both processes as an unprivileged user, answers a page and backs up", async () => {
    expect(image.user).toBe("1000:1000");
    const [uid, gid] = (image.user ?? "").split(":").map(Number);
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
    const user = isRoot ? { uid, gid } : {};
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
