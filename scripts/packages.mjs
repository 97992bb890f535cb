// Installs what the tests need besides npm packages, where that is possible without asking.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the path of a program, or undefined. */
export function programNamed(...names) {
  const folders = ["/usr/bin", "/usr/local/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns false under `npm test -- --no-install`. An environment variable, because test runners check it as well. */
export function mayInstall() {
  return process.env.TEST_NO_INSTALL !== "1";
}

let isListFresh = false;

/** Installs Debian packages, all or none. @returns false if this is not allowed or not possible */
export async function installDebianPackage(...names) {
  if (!mayInstall() || process.getuid?.() !== 0 || !programNamed("apt-get")) return false;
  const what = names.length > 1 ? `packages ${names.join(", ")}` : `package ${names[0]}`;
  console.log(`Installing the Debian ${what}, which the tests need (--no-install forbids it) …`);
  // This prevents packages from starting their services.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  if (!isListFresh) isListFresh = await succeeds("apt-get", ["update", "-qq"], env);
  // Another suite may be installing its own.
  const options = ["-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300"];
  return succeeds("apt-get", ["install", ...options, ...names], env);
}

export function succeeds(command, args, env = process.env) {
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Returns the id of a system user, or undefined. */
export function userId(name) {
  const { status, stdout } = spawnSync("id", ["-u", name], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : undefined;
}
