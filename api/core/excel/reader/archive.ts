/**
 * The files of a workbook, which is a zip archive that anybody may have made. The declared sizes are checked before
 * anything is unpacked, and the real sizes and checksums while it is.
 */
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, fromBuffer } from "yauzl";
import { nameOf } from "#api/core/files/zip.ts";
import { limits, notAWorkbook, orNoWorkbook, refuse, tooMuch } from "./limits.ts";

export type Archive = ReadonlyMap<string, ArchivedFile>;

/** The first bytes of the formats that Excel uses for workbooks with a password, and used before 2007. */
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, compoundFile.length).equals(compoundFile);

/**
 * Reads the directory of a workbook.
 * @returns its files by their paths
 * @throws Refused
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  if (isOldWorkbook(bytes))
    refuse(
      "This is an older kind of workbook, or has a password. Please save it in Excel as .xlsx without a password.",
    );
  const entries = await orNoWorkbook(directoryOf(bytes));
  const unpackedBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (entries.length > limits.files || unpackedBytes > limits.unpackedBytes) refuse(tooMuch);
  return new Map(entries.map((entry) => [nameOf(entry).replace(/^\//, ""), new ArchivedFile(bytes, entry)]));
}

/** Stops behind the first entry that is too many. */
function directoryOf(bytes: Buffer): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    // Sizes are checked while a file is unpacked, so that one that nobody reads may be damaged.
    fromBuffer(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: false }, (error, zip) => {
      if (!zip) return reject(error);
      const entries: Entry[] = [];
      zip.once("error", reject);
      zip.once("end", () => resolve(entries));
      zip.on("entry", (entry: Entry) => {
        entries.push(entry);
        if (entries.length > limits.files) resolve(entries);
        else zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

const [stored, deflated] = [0, 8];

export class ArchivedFile {
  readonly #archive: Buffer;
  readonly #entry: Entry;

  constructor(archive: Buffer, entry: Entry) {
    this.#archive = archive;
    this.#entry = entry;
  }

  /** Bytes when unpacked, as the directory says, which is checked while it is. */
  get size(): number {
    return this.#entry.uncompressedSize;
  }

  /** @throws Refused when it is encrypted, or its size or checksum isn't the declared one */
  async *content(): AsyncGenerator<Uint8Array, void> {
    const { compressionMethod, uncompressedSize, crc32: checksum } = this.#entry;
    if (this.#entry.isEncrypted() || ![stored, deflated].includes(compressionMethod)) refuse(notAWorkbook);
    let length = 0;
    let sum = 0;
    for await (const piece of compressionMethod === stored ? [this.#packed()] : inflated(this.#packed())) {
      length += piece.length;
      if (length > uncompressedSize) refuse(notAWorkbook);
      sum = crc32(piece, sum);
      yield piece;
    }
    if (length < uncompressedSize || sum !== checksum) refuse(notAWorkbook);
  }

  async *text(): AsyncGenerator<string, void> {
    const decoder = new TextDecoder();
    for await (const piece of this.content()) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  }

  /** @throws Refused when it cannot be unpacked completely */
  async check(): Promise<void> {
    const unpacking = async () => {
      for await (const _ of this.content());
    };
    await orNoWorkbook(unpacking());
  }

  /** The compressed bytes, behind a header with a name and extra fields of variable lengths. */
  #packed(): Uint8Array {
    const { relativeOffsetOfLocalHeader: at, compressedSize } = this.#entry;
    const start = at + 30 + this.#archive.readUInt16LE(at + 26) + this.#archive.readUInt16LE(at + 28);
    return this.#archive.subarray(start, start + compressedSize);
  }
}

function inflated(packed: Uint8Array): AsyncIterable<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(packed);
  return inflate;
}
