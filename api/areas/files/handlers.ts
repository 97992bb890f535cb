import { createHash } from "node:crypto";
import { and, eq, inArray, ne, or } from "drizzle-orm";
import { z } from "zod";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import { files as table } from "#api/core/database/schema/index.ts";
import { barcodeSvg } from "#api/core/documents/barcode.ts";
import { withoutExtension } from "#api/core/files/image-addresses.ts";
import { type Box, fitInside, placeholder, type SanitisedImage, sanitiseImage } from "#api/core/files/images.ts";
import { Recent } from "#api/core/files/recent.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { noId } from "#contract/fields.ts";
import type { Operations } from "#contract/operations.ts";

/** Images are public, because shops show them. Everything else needs a token and access to its owner. */
const publicLocations: readonly number[] = [
  FileLocation.supplierLogo,
  FileLocation.productImage,
  FileLocation.variantImage,
  FileLocation.marketplaceLogo,
  FileLocation.organisationLogo,
];

export const files: AreaHandlers<Operations["files"]> = {
  async upload({ fileLocation }, uploads, context) {
    const sanitised: { name: string; image: SanitisedImage }[] = [];
    // One after the other, because a decoded image may take 100 MB; all before the first is stored.
    for (const { name, content } of uploads) sanitised.push({ name, image: await sanitiseImage(name, content) });
    const ids: string[] = [];
    for (const { name, image } of sanitised) {
      const file = {
        ...image,
        name,
        location: fileLocation,
        size: image.content.length,
        createdBy: context.caller.userId,
      };
      ids.push(await context.files.put(context.db, file));
    }
    return ids;
  },

  async get({ fileId }, { db, caller, files: store }) {
    const [readable] = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, fileId), ne(table.location, FileLocation.applicationDocument), readableBy(caller)));
    const file = readable && (await store.get(db, readable.id));
    if (!file) throw notFound("This file");
    return { content: file.content, contentType: file.contentType, fileName: file.name };
  },

  async image({ id, width, height }, context) {
    const image = await imageOf(withoutExtension(id), { width, height }, context);
    const shown = image ? { ...image, isImmutable: true } : await placeholder({ width, height });
    return { ...shown, version: digestOf(shown.content), isPublic: true };
  },

  async barcode({ trackingNumber }) {
    const content = Buffer.from(barcodeSvg(trackingNumber));
    return { content, contentType: "image/svg+xml", isImmutable: true, isPublic: true };
  },
};

/** A strong validator: it changes with every byte of the content. */
const digestOf = (content: Buffer) => createHash("sha256").update(content).digest("base64url");

/** Supplier staff may read the files of their suppliers, and images that they uploaded themselves. */
function readableBy(caller: Caller) {
  const visible = visibleTo(caller, table.supplierId);
  return visible && or(visible, and(inArray(table.location, [...publicLocations]), eq(table.createdBy, caller.userId)));
}

const recent = new Recent<Pick<SanitisedImage, "content" | "contentType">>(32 * 1024 * 1024);

/** Returns the public image with this id, scaled to fit the box if one is requested; undefined if there is none. */
async function imageOf(id: string, box: Box, { db, files: store }: Context) {
  if (id === noId || !z.guid().safeParse(id).success) return undefined;
  const isOriginal = box.width === undefined && box.height === undefined;
  const key = `${id.toLowerCase()} ${box.width}x${box.height}`;
  const known = isOriginal ? undefined : recent.get(key);
  if (known) return known;
  const file = await store.get(db, id);
  if (!file || !publicLocations.includes(file.location)) return undefined;
  if (isOriginal) return { content: file.content, contentType: file.contentType };
  const { content, contentType } = await fitInside(file.content, box);
  recent.put(key, { content, contentType });
  return { content, contentType };
}
