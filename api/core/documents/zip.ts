/** Writes zip files while their entries are being made. Entries are stored without compression. */
import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** Plain ASCII. */
  name: string;
  content: Uint8Array;
}

const signatures = { file: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 };
/** Version of the zip format that a reader needs: 1.0. */
const version = 10;
/** The format stores the number of entries in two bytes. */
export const mostZipEntries = 65_535;
/** The format stores sizes in four bytes. */
const mostBytes = 0xffff_ffff;

/** @throws Error if there are more entries or bytes than a zip without extensions can hold */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const entry of entries) {
    const facts = factsOf(entry);
    const head = Buffer.concat([headOf("file"), facts, Buffer.alloc(2), Buffer.from(entry.name)]);
    directory.push(Buffer.concat([headOf("directory"), facts, whereabouts(at), Buffer.from(entry.name)]));
    at += head.length + entry.content.length;
    if (at > mostBytes || directory.length > mostZipEntries) throw new Error("This is more than a zip file can hold.");
    yield head;
    yield entry.content;
  }
  const index = Buffer.concat(directory);
  yield index;
  yield endOf(directory.length, index.length, at);
}

function headOf(kind: "file" | "directory"): Buffer {
  const head = Buffer.alloc(kind === "file" ? 4 : 6);
  head.writeUInt32LE(signatures[kind]);
  if (kind === "directory") head.writeUInt16LE(version, 4);
  return head;
}

/** 1 January 1980, the earliest date of the format: entries carry no date of their own. */
const noDay = 0x0021;

/** The fields that the local header and the directory entry share, up to the length of the name. */
function factsOf({ name, content }: ZipEntry): Buffer {
  const facts = Buffer.alloc(24);
  facts.writeUInt16LE(version, 0);
  facts.writeUInt16LE(noDay, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(name), 22);
  return facts;
}

/** The lengths of the unused fields (extra field, comment), the attributes, and the offset of the local header. */
function whereabouts(at: number): Buffer {
  const rest = Buffer.alloc(16);
  rest.writeUInt32LE(at, 12);
  return rest;
}

function endOf(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signatures.end);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
