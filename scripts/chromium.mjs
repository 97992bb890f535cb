// The browser that the screens are tested with.
import { installDebianPackage, isProgram, mayInstall, programNamed, succeeds } from "./packages.mjs";

/** The headless shell: it creates a page in a new context in a third of the time. */
const shell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome"];
const advice = "No Chromium was found. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.";

/**
 * Returns the path of a Chromium; installs one if there is none and installing is possible and allowed.
 * @throws Error with instructions
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which is not a program.`);
  }
  if (!programNamed(shell)) await installDebianPackage(shell);
  const found = programNamed(shell, ...names) ?? (await playwrightsOwn());
  if (found) return found;
  if (await installDebianPackage("chromium")) return programNamed(...names);
  if (mayInstall()) {
    console.log("Downloading Chromium, which the tests need (--no-install forbids it) …");
    await succeeds(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  }
  const downloaded = await playwrightsOwn();
  if (downloaded) return downloaded;
  throw new Error(advice);
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return isProgram(path) ? path : undefined;
}
