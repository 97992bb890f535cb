/** Reads zip files. */
import { createRequire } from "node:module";

interface Packed {
  path: string;
  buffer(): Promise<Buffer>;
}

/** The package has no types. */
const unzipper = createRequire(import.meta.url)("unzipper") as {
  Open: { buffer(zip: Buffer): Promise<{ files: Packed[] }> };
};

export async function filesIn(zip: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const { files } = await unzipper.Open.buffer(zip);
  return Promise.all(files.map(async (file) => ({ name: file.path, content: await file.buffer() })));
}
