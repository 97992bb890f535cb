import { and, eq, inArray, or, sql } from "drizzle-orm";
import { files, productImages, products, productVariants } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { FileLocation } from "#contract/enumerations.ts";

const { productImage, variantImage } = FileLocation;

/**
 * True for an image that the caller uploaded, or that the product or one of its variants already shows: users cannot
 * attach files uploaded by others.
 */
export async function mayUseImage(
  { db, caller }: Pick<Context, "db" | "caller">,
  { id: productId }: { id: number },
  fileId: string,
  locations: readonly number[] = [productImage, variantImage],
): Promise<boolean> {
  const id = fileId.toLowerCase();
  const isShown = sql`exists (
    select 1 from ${products} where ${products.id} = ${productId} and ${products.defaultImageFileId} = ${id}
    union all
    select 1 from ${productVariants} where ${productVariants.productId} = ${productId} and ${productVariants.defaultImageFileId} = ${id}
    union all
    select 1 from ${productImages} where ${productImages.productId} = ${productId} and ${productImages.imageId} = ${id})`;
  const [file] = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(eq(files.id, id), inArray(files.location, [...locations]), or(eq(files.createdBy, caller.userId), isShown)),
    );
  return file !== undefined;
}
