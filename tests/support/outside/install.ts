/** Installs what the tests that meet others need from Debian, at once: installations wait for each other's lock. */
import { installDebianPackage } from "../../../scripts/packages.mjs";
import { found, packages } from "./partners.ts";

export default async function setup(): Promise<void> {
  const absent = Object.keys(packages).filter((name) => !found(packages[name] as string));
  if (absent.length === 0 || (await installDebianPackage(...absent))) return;
  // One that this version of Debian lacks prevents the others.
  for (const name of absent) await installDebianPackage(name);
}
