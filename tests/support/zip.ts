/** Builds malformed workbooks: zips of parts that no program would write. */
import { crc32, deflateRawSync } from "node:zlib";

interface Part {
  path: string;
  content: string | Buffer;
  /** The declared size; the actual one by default. */
  declared?: number;
}

const signature = { file: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 };
const deflated = 8;

function headerOf({ path, content, declared }: Part, packed: Buffer, kind: "file" | "directory", at = 0): Buffer {
  const name = Buffer.from(path);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(declared ?? Buffer.byteLength(content), 8);
  const common = Buffer.alloc(10);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(deflated, 4);
  const lengths = Buffer.alloc(kind === "file" ? 4 : 18);
  lengths.writeUInt16LE(name.length, 0);
  if (kind === "directory") lengths.writeUInt32LE(at, 14);
  const begin = Buffer.alloc(kind === "file" ? 4 : 6);
  begin.writeUInt32LE(signature[kind]);
  return Buffer.concat([begin, common, sizes, lengths, name]);
}

export function zipOf(parts: Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const packed = deflateRawSync(part.content);
    const file = Buffer.concat([headerOf(part, packed, "file"), packed]);
    files.push(file);
    directory.push(headerOf(part, packed, "directory", at));
    at += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signature.end);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, entries, end]);
}

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Returns a workbook with one sheet of this XML. */
export function workbookWith(
  sheet: string,
  { name = "Orders", declared, parts = [] }: { name?: string; declared?: number; parts?: Part[] } = {},
): Buffer {
  return zipOf([
    {
      path: "xl/workbook.xml",
      content: `<workbook xmlns:r="${relationships}"><sheets><sheet name="${name}" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    },
    {
      path: "xl/_rels/workbook.xml.rels",
      content: `<Relationships><Relationship Id="rId7" Target="worksheets/any.xml"/></Relationships>`,
    },
    { path: "xl/worksheets/any.xml", content: sheet, declared },
    ...parts,
  ]);
}
