/** Programs from npm that only this suite needs: too large for the project, so that they are installed beside it. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { mayInstall } from "../../../scripts/packages.mjs";
import { missing } from "./partners.ts";

const run = promisify(execFile);

/**
 * Returns the folder in which these versions are installed, or undefined where that is not allowed or not possible,
 * which is told as a line of the summary.
 * @param asks what is not tried without them
 */
export async function npmPackages(
  name: string,
  versions: Record<string, string>,
  asks: string,
): Promise<string | undefined> {
  const folder = resolve(".cache/outside", name);
  const isThere = Object.entries(versions).every(([one, version]) => versionIn(folder, one) === version);
  if (isThere) return folder;
  const wanted = Object.entries(versions).map(([one, version]) => `${one}@${version}`);
  if (mayInstall() && (await install(folder, wanted))) return folder;
  missing(`${wanted.join(" and ")} cannot be installed: ${asks}`);
  return undefined;
}

function versionIn(folder: string, name: string): string | undefined {
  const path = join(folder, "node_modules", name, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : undefined;
}

async function install(folder: string, wanted: string[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--prefix", folder];
  return run("npm", ["install", ...options, ...wanted]).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the folder with these files of a package, which is not installed and brings no others with it; undefined as
 * above.
 * @param files their paths in the package
 */
export async function npmFiles(
  name: string,
  version: string,
  files: string[],
  asks: string,
): Promise<string | undefined> {
  const folder = resolve(".cache/outside", `${name.replace("/", "+")}@${version}`);
  const there = join(folder, "package");
  if (files.every((file) => existsSync(join(there, file)))) return there;
  if (mayInstall() && (await unpack(folder, `${name}@${version}`, files))) return there;
  missing(`${name}@${version} cannot be had: ${asks}`);
  return undefined;
}

async function unpack(folder: string, wanted: string, files: string[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  try {
    const { stdout } = await run("npm", ["pack", wanted, "--silent", "--pack-destination", folder]);
    const archive = join(folder, stdout.trim());
    await run("tar", ["-xzf", archive, "-C", folder, ...files.map((file) => `package/${file}`)]);
    rmSync(archive);
    return true;
  } catch {
    return false;
  }
}
