// The steps of the Dockerfile, run in folders of this machine: what would be missing in the image is missing here as well.
import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * @typedef {object} Stage
 * @property {string | undefined} name
 * @property {string} folder stands for the WORKDIR
 * @property {Record<string, string>} env
 * @property {string | undefined} user user and group as numbers, such as 1000:1000
 * @property {string[]} command
 */

const isRoot = process.getuid?.() === 0;

/** @returns the user of the image for `startProcess`, or none when this user may not become another one */
export function userOf(/** @type {Stage} */ { user }) {
  if (!isRoot || !user) return {};
  const [uid, gid] = user.split(":").map(Number);
  return { uid, gid };
}

/**
 * Carries out the instructions of the Dockerfile in a temporary folder, which is removed when this process ends, however
 * far it has come.
 * @returns {Promise<Stage>} the last stage, which is the image
 */
export async function buildImage() {
  const root = mkdtempSync(join(tmpdir(), "countinghouse-image-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  // The user of the image reads it, and is nobody on this machine.
  chmodSync(root, 0o755);
  return stagesIn(root);
}

async function stagesIn(root) {
  /** @type {Stage[]} */
  const stages = [];
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
    else if (instruction === "RUN") await run(stage, words.join(" "));
    else if (instruction === "ENV") Object.assign(stage.env, Object.fromEntries([words.join(" ").split("=")]));
    else if (instruction === "USER") stage.user = words[0];
    else if (instruction === "CMD") stage.command = JSON.parse(words.join(" "));
    else if (instruction !== "WORKDIR" && instruction !== "EXPOSE")
      throw new Error(`These steps do not include the instruction ${instruction}.`);
  }
  const image = stages.at(-1);
  if (!image) throw new Error("There is no stage.");
  return image;
}

function copy(stages, to, words) {
  const from = words[0]?.startsWith("--from=") ? words.shift().slice("--from=".length) : undefined;
  const target = join(to.folder, words.pop() ?? "");
  const source = from === undefined ? process.cwd() : stages.find(({ name }) => name === from)?.folder;
  if (!source) throw new Error(`There is no stage ${from}.`);
  const ignored = new Set(readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean));
  for (const word of words) {
    const path = join(source, from === undefined ? word : word.replace("/app/", ""));
    if (word === ".") {
      const filter = (each) => !ignored.has(each.slice(path.length).replace(/^\//, ""));
      cpSync(path, target, { recursive: true, filter });
    } else if (words.length > 1 || target.endsWith("/")) cpSync(path, join(target, word), { recursive: true });
    else cpSync(path, target, { recursive: true, verbatimSymlinks: true });
  }
}

async function run(stage, command) {
  const wanted = isRoot ? command : command.replace(/ && chown \S+ \S+/, "");
  const { TEST_REPORT, NODE_ENV, ...rest } = process.env;
  const env = { ...rest, npm_config_prefer_offline: "true", PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1", ...stage.env };
  await promisify(execFile)("sh", ["-c", wanted], { cwd: stage.folder, env, maxBuffer: 64 * 1024 * 1024 });
}
