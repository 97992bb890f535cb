/** Reads zip files. */
import { buffer } from "node:stream/consumers";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

export async function filesIn(bytes: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const entries = await new Promise<Entry[]>((resolve, reject) => {
    const found: Entry[] = [];
    zip.on("entry", (entry: Entry) => {
      found.push(entry);
      zip.readEntry();
    });
    zip.once("end", () => resolve(found));
    zip.once("error", reject);
    zip.readEntry();
  });
  return Promise.all(entries.map(async (entry) => ({ name: entry.fileName, content: await contentOf(zip, entry) })));
}

function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(buffer(stream))));
  });
}
