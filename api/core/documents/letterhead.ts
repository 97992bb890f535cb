/** The organisation's name and logo, for the documents that its marketplaces issue. */
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { forPaper } from "#api/core/files/images.ts";
import { type Letterhead, logoBox } from "#api/core/files/letterhead.ts";
import type { FileStore } from "#api/core/files/store.ts";

interface Making {
  db: Db;
  files: FileStore;
  config: Pick<Config, "organisation">;
}

export async function letterheadOf({ config: { organisation }, ...stored }: Making): Promise<Letterhead> {
  const { name, logoId } = organisation;
  return { name, logo: logoId ? await logoOnPaper(stored, logoId) : undefined };
}

/** Four pixels per point. */
const pixels = { width: 4 * logoBox.width, height: 4 * logoBox.height };

/** Returns a logo as the data URL of a PNG image, or undefined if its file is missing. */
export async function logoOnPaper({ db, files }: Omit<Making, "config">, id: string): Promise<string | undefined> {
  const file = await files.get(db, id);
  return file && `data:image/png;base64,${(await forPaper(file.content, pixels)).toString("base64")}`;
}
