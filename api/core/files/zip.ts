/** Reads zip files from disk. Anybody may have made them, so neither their directory nor a file is ever whole in memory. */
import { isUtf8 } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { type Entry, getFileNameLowLevel, open, type ZipFile } from "yauzl";
import { printable } from "#contract/rules/printable.ts";

export interface ZippedFile {
  /** Without folders. */
  readonly name: string;
  readonly path: string;
  /** Its name has characters that cannot be saved, which `name` and `path` lack. */
  readonly isMisnamed: boolean;
  /** Bytes when unpacked, as the directory says. */
  readonly size: number;
  readonly isEncrypted: boolean;
  /**
   * Unpacks it.
   * @throws Error if it is damaged, or its size is not the one in the directory
   */
  read(): Promise<Buffer>;
}

/** It is not a zip file, or damaged. */
export class NotAZipFile extends Error {}

/**
 * Calls the work with each file of a zip file, without folders, one after the other.
 * @throws NotAZipFile
 */
export async function eachFile(path: string, work: (file: ZippedFile) => void | Promise<void>): Promise<void> {
  const zip = await opened(path);
  let failure: { error: unknown } | undefined;
  await new Promise<void>((resolve, reject) => {
    zip.once("end", resolve);
    zip.once("error", (error: Error) => reject(new NotAZipFile(error.message)));
    zip.on("entry", (entry: Entry) => {
      const file = zippedFile(zip, entry);
      const done = file.name === "" ? Promise.resolve() : (async () => work(file))();
      done.then(
        () => zip.readEntry(),
        (error: unknown) => {
          failure = { error };
          resolve();
        },
      );
    });
    zip.readEntry();
  }).finally(() => zip.close());
  if (failure) throw failure.error;
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names are decoded below: one that this package refuses would make the whole file unreadable.
    open(path, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) => {
      if (zip) resolve(zip);
      else reject(new NotAZipFile(error?.message));
    });
  });
}

function zippedFile(zip: ZipFile, entry: Entry): ZippedFile {
  const named = nameOf(entry).replaceAll("\\", "/");
  const path = printable(named);
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    isMisnamed: path !== named,
    size: entry.uncompressedSize,
    isEncrypted: entry.isEncrypted(),
    read: () =>
      new Promise((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => {
          if (stream) buffer(stream).then(resolve, reject);
          else reject(error);
        });
      }),
  };
}

/** Returns the path of an entry that was read without `decodeStrings`. macOS writes UTF-8 without saying so. */
export function nameOf(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  return isUtf8(bytes)
    ? bytes.toString("utf8")
    : getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, false);
}
