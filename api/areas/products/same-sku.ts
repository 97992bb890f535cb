/** The same SKU twice among the products of a supplier. Orders and imports could not tell which of them is meant. */
import { and, eq, inArray, ne, or } from "drizzle-orm";
import type { Db } from "../../database/connection.ts";
import { products, productVariants } from "../../database/schema/index.ts";
import { containsFolded } from "../../http/lists.ts";

/** What is going to have the SKU; without an id it is new. */
interface Bearer {
  supplierId: number;
  productId?: number;
  /** Of a variant; undefined for the product itself. */
  variant?: { id?: number };
}

/**
 * Why the SKU should not be given to this one: another product, or a variant of it, has it already. Undefined where
 * none has. A product may have the SKU of one of its own variants: it is not sold itself.
 */
export async function whyNotAlone(
  db: Db,
  sku: string,
  { supplierId, productId, variant }: Bearer,
): Promise<string | undefined> {
  if (sku === "") return undefined;
  const isSuppliers = eq(products.supplierId, supplierId);
  const isOther = productId === undefined ? undefined : ne(products.id, productId);
  const isOtherVariant = variant?.id === undefined ? undefined : ne(productVariants.id, variant.id);
  // The index of words finds the few with this SKU; it knows no difference between capital and small letters.
  const withSku = db
    .select({ id: productVariants.productId })
    .from(productVariants)
    .where(and(containsFolded(productVariants.searchable, sku), eq(productVariants.externalSku, sku), isOtherVariant));
  const [found] = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(
      and(
        isSuppliers,
        or(
          and(containsFolded(products.searchable, sku), eq(products.externalSku, sku), isOther),
          and(inArray(products.id, withSku), variant ? undefined : isOther),
        ),
      ),
    )
    .orderBy(products.id)
    .limit(1);
  return (
    found &&
    `Product ${found.id} of this supplier, “${found.name}”, has this SKU already. Orders and imports that name it could mean either of them.`
  );
}
