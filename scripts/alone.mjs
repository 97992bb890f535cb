// Work that two processes must not do at the same time in the same folder. Only node: modules.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  const before = claimIn(file);
  if (before && isOver(before)) removeClaim(file, before);
  return false;
}

function claimIn(file) {
  try {
    return { holder: readFileSync(file, "utf8"), madeAt: statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

const writingMs = 5_000;

/** A claim is empty until its holder has written its id. After a restart of a container this process may have that id. */
function isOver({ holder, madeAt }) {
  if (holder === "") return Date.now() - madeAt > writingMs;
  return Number(holder) === process.pid || !isRunning(Number(holder));
}

/** Of several processes that see the same old claim one removes it, and none that of another. */
function removeClaim(file, { holder }) {
  const removed = `${file}.${process.pid}`;
  try {
    renameSync(file, removed);
    if (readFileSync(removed, "utf8") === holder) rmSync(removed);
    else renameSync(removed, file);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
