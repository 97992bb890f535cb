// The browser that the screens are tested with.
import { installDebianPackage, isProgram, programNamed, succeeds } from "./packages.mjs";

const names = ["chromium", "chromium-browser", "google-chrome"];
const advice = "No Chromium was found. Install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.";

/**
 * The path of a Chromium, installed when there is none and this machine lets us.
 * @throws Error that says what to do
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which is not a program.`);
  }
  const found = programNamed(...names) ?? (await playwrightsOwn());
  if (found) return found;
  if (await installDebianPackage("chromium")) return programNamed(...names);
  await succeeds(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  const downloaded = await playwrightsOwn();
  if (downloaded) return downloaded;
  throw new Error(advice);
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return isProgram(path) ? path : undefined;
}
