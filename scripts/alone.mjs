// Work that two processes must not do at the same time in the same folder. Only node: modules.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning } from "./processes.mjs";

/**
 * Runs the work while no other process runs any under the same file, and says so if it has to wait. The end of a process
 * ends its claim, however it ends.
 *
 * @template T
 * @param {string} file holds the id of the process whose turn it is
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let hasSaidSo = false; !claim(file); await wait(200)) {
    if (!hasSaidSo) console.log("Waiting for another start in this folder that installs or builds …");
    hasSaidSo = true;
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function claim(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = existsSync(file) ? readFileSync(file, "utf8") : "";
  // Empty between the creation of the file and its first byte.
  if (holder !== "" && !isRunning(Number(holder))) rmSync(file, { force: true });
  return false;
}
