/** Programs and servers that others have written. What is not there is told at the end of the run, and never passes. */
import { appendFileSync, existsSync } from "node:fs";
import { programNamed } from "../../../scripts/packages.mjs";

/** The Debian packages that `npm test -- --only outside` installs, and a program or a file of each that says whether it is there. */
export const packages: Record<string, string> = {
  glewlwyd: "glewlwyd",
  "liblemonldap-ng-portal-perl": "/usr/share/lemonldap-ng/portal/htdocs/index.psgi",
  "libio-string-perl": "/usr/share/perl5/IO/String.pm",
  "libstring-random-perl": "/usr/share/perl5/String/Random.pm",
  sqlite3: "sqlite3",
  "exim4-daemon-light": "exim4",
  "openssh-server": "sshd",
  "firefox-esr": "firefox-esr",
  "libreoffice-calc": "soffice",
  qpdf: "qpdf",
  "poppler-utils": "pdftotext",
  "zbar-tools": "zbarimg",
};

/** Returns the path of a program or a file, or undefined. */
export function found(name: string): string | undefined {
  if (name.startsWith("/")) return existsSync(name) ? name : undefined;
  return programNamed(name);
}

/**
 * Returns the path of a program or a file, or undefined where it is not there, which is told as a line of the summary.
 * @param asks what is not tried without it, such as "Workbooks were not opened by LibreOffice."
 */
export function program(name: string, asks: string): string | undefined {
  const path = found(name);
  if (!path) missing(`${name} is not here: ${asks}`);
  return path;
}

/** Returns variables of the environment that name a server of somebody's, or undefined, which is told likewise. */
export function given<K extends string>(names: K[], asks: string): Record<K, string> | undefined {
  const absent = names.filter((name) => !process.env[name]);
  if (absent.length > 0) missing(`${absent.join(" and ")} ${absent.length > 1 ? "are" : "is"} not set: ${asks}`);
  return absent.length > 0
    ? undefined
    : (Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<K, string>);
}

/** Tells in the summary of the run what was not met. */
export function missing(sentence: string): void {
  if (process.env.TEST_MISSING) appendFileSync(process.env.TEST_MISSING, `${sentence}\n`);
  else console.log(sentence);
}
