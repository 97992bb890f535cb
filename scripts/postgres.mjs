// Starts a temporary PostgreSQL for the tests, on a free port with its data in a temporary folder.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { installDebianPackage, isProgram, programNamed, userId } from "./packages.mjs";
import { freePort } from "./ports.mjs";

const debianFolder = "/usr/lib/postgresql";
/** Usually 1; other suites and builds may run at the same time. */
const startWithinSeconds = 90;
/** The data need not survive a crash, so nothing is flushed to disk. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  listen_addresses: "127.0.0.1",
};

/**
 * @returns its address and functions to stop and restart it; undefined if PostgreSQL is missing and cannot be installed
 */
export async function startPostgres() {
  const programs = folderOfPrograms() ?? ((await installDebianPackage("postgresql")) ? folderOfPrograms() : undefined);
  if (!programs) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const port = await freePort();
    makeData(programs, folder);
    let server = await start(programs, folder, port);
    return {
      url: server.url,
      stop: () => server.stop().finally(remove),
      /** Restarts with the same data and address. */
      restart: async (awayMs = 0) => {
        await server.stop();
        await wait(awayMs);
        server = await start(programs, folder, port);
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function folderOfPrograms() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const installed = versions
    .map((version) => join(debianFolder, version, "bin"))
    .find((folder) => isProgram(join(folder, "initdb")));
  return installed ?? programNamed("initdb")?.replace(/\/initdb$/, "");
}

/** PostgreSQL refuses to run as root, so it runs as its package's user, or as nobody. */
function runAs(folder) {
  if (process.getuid?.() !== 0) return {};
  const uid = userId("postgres") ?? userId("nobody");
  chownSync(folder, uid, uid);
  return { uid, gid: uid };
}

const dataIn = (folder) => join(folder, "data");
const logIn = (folder) => join(folder, "server.log");

function makeData(programs, folder) {
  const settings = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  const made = spawnSync(join(programs, "initdb"), ["-D", dataIn(folder), ...settings], {
    ...runAs(folder),
    cwd: folder,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
}

async function start(programs, folder, port) {
  const options = { ...runAs(folder), cwd: folder };
  const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(logIn(folder), "w");
  const child = spawn(join(programs, "postgres"), ["-D", dataIn(folder), "-p", String(port), "-k", folder, ...set], {
    ...options,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // Stops the server however this process ends.
  const killAtExit = () => child.kill("SIGQUIT");
  process.once("exit", killAtExit);
  const stop = async () => {
    process.off("exit", killAtExit);
    child.kill("SIGINT");
    const inTime = await Promise.race([ended.then(() => true), wait(8_000, false, { ref: false })]);
    if (!inTime) child.kill("SIGKILL");
    await ended;
  };

  for (
    const until = Date.now() + startWithinSeconds * 1000;
    Date.now() < until && child.exitCode === null;
    await wait(100)
  ) {
    const { status } = spawnSync(join(programs, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]);
    if (status === 0) return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
  }
  const because = child.exitCode === null ? `did not answer within ${startWithinSeconds} s` : "stopped while starting";
  await stop();
  throw new Error(`PostgreSQL ${because}. It said:\n${readFileSync(logIn(folder), "utf8").trim()}`);
}
