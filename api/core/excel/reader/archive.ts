/**
 * The files of a workbook, which is a zip archive that anybody may have made. The declared sizes are checked before
 * anything is unpacked, and the real sizes and checksums while it is.
 */
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, Open } from "unzipper";
import { limits, notAWorkbook, orNoWorkbook, refuse, tooMuch } from "./limits.ts";

export type Archive = ReadonlyMap<string, ArchivedFile>;

/** The first bytes of the formats that Excel uses for workbooks with a password, and used before 2007. */
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export const isOldWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, compoundFile.length).equals(compoundFile);

/** The directory at the end of a zip archive: 22 bytes, and a comment of up to 65,535. */
const longestDirectoryEnd = 65_557;

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
  const { files } = await orNoWorkbook(Open.buffer(bytes, { tailSize: longestDirectoryEnd }));
  const unpackedBytes = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (files.length > limits.files || unpackedBytes > limits.unpackedBytes) refuse(tooMuch);
  return new Map(files.map((entry) => [entry.path.replace(/^\//, ""), new ArchivedFile(bytes, entry)]));
}

const [stored, deflated] = [0, 8];
const encryptedFlag = 1;

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
    const { flags, compressionMethod, uncompressedSize, crc32: checksum } = this.#entry;
    if ((flags & encryptedFlag) !== 0 || ![stored, deflated].includes(compressionMethod)) refuse(notAWorkbook);
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
    const { offsetToLocalFileHeader: at, compressedSize } = this.#entry;
    const start = at + 30 + this.#archive.readUInt16LE(at + 26) + this.#archive.readUInt16LE(at + 28);
    return this.#archive.subarray(start, start + compressedSize);
  }
}

function inflated(packed: Uint8Array): AsyncIterable<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(packed);
  return inflate;
}
