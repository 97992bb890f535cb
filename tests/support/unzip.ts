/** Reads zip files. */
import { Open } from "unzipper";

export async function filesIn(zip: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const { files } = await Open.buffer(zip);
  return Promise.all(files.map(async (file) => ({ name: file.path, content: await file.buffer() })));
}
