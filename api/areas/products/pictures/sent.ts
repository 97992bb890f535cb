/** Pictures from zip files: until they are stored as files, their address is a digest of their content and a name. */
import { createHash } from "node:crypto";

const scheme = "zip:";
const longestName = 200;

/** The same picture with the same name has the same address, so that it is taken once. */
export const sentAddress = (name: string, content: Buffer): string =>
  `${scheme}${createHash("sha256").update(content).digest("hex")}/${name.slice(0, longestName)}`;

export const isSent = (address: string): boolean => address.startsWith(scheme);

/** The address for people: the name of a picture from a zip file. */
export const shownAddress = (address: string): string =>
  isSent(address) ? address.slice(address.indexOf("/") + 1) : address;
