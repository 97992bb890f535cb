/** Addresses of images for shops, feeds and worksheets. */
import { inArray } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { files } from "#api/core/database/schema/index.ts";

type Settings = Pick<Config, "cdnBaseUrl">;

/** The formats that images are stored in. */
const extensions: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
};
const anyExtension = /\.(?:jpg|png|webp)$/i;

/** Returns the id in the name of an image, which may end in the extension of its format. */
export const withoutExtension = (name: string): string => name.replace(anyExtension, "");

/** The address without an extension, which is valid as well. */
export const imageAddress = ({ cdnBaseUrl }: Settings, id: string): string => `${cdnBaseUrl}/api/v1/files/image/${id}`;

/**
 * Reads the formats of images. Returns a function that makes the address of each, with the extension of its format:
 * WooCommerce refuses pictures whose address has none.
 */
export async function imageAddresses(
  db: Db,
  settings: Settings,
  ids: readonly (string | null | undefined)[],
): Promise<(id: string) => string> {
  const asked = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  const found =
    asked.length === 0
      ? []
      : await db.select({ id: files.id, contentType: files.contentType }).from(files).where(inArray(files.id, asked));
  const known = new Map(found.map(({ id, contentType }) => [id, extensions[contentType]]));
  return (id) => `${imageAddress(settings, id)}${known.get(id) ?? ""}`;
}
