/** Prevents duplicate SKUs within a supplier, because orders and imports could not tell which product is meant. */
import { and, eq, inArray, ne, or } from "drizzle-orm";
import { folded, oneOfTexts } from "#api/areas/shared/folded-text.ts";
import type { Db } from "#api/core/database/connection.ts";
import { products, productVariants } from "#api/core/database/schema/index.ts";
import { containsFolded } from "#api/core/lists/page-of.ts";

/** The product or variant that gets the SKU; without an id it is new. */
interface Bearer {
  supplierId: number;
  productId?: number;
  /** Set for a variant; undefined for the product itself. */
  variant?: { id?: number };
}

/**
 * Returns why the SKU should not be used: another product, or a variant of it, has it already. Undefined if none has. A
 * product may have the SKU of one of its own variants, because the product itself is not sold then.
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
  // The trigram index, which is case-insensitive, finds the few candidates.
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
  if (!found) return undefined;
  return found.id === productId
    ? "Another variant of this product has this SKU already. Orders and imports that name it could mean either of them."
    : `Product ${found.id} of this supplier, “${found.name}”, has this SKU already. Orders and imports that name it could mean either of them.`;
}

/** The same for several SKUs: names the first one that should not be used. */
export async function whyNotAllAlone(db: Db, skus: readonly string[], bearer: Bearer): Promise<string | undefined> {
  const inLowerCase = skus.map((sku) => sku.toLowerCase());
  const isSuppliers = eq(products.supplierId, bearer.supplierId);
  // Only few of them are there, usually none.
  const ofProducts = await db
    .select({ sku: products.externalSku })
    .from(products)
    .where(and(oneOfTexts(folded(products.externalSku), inLowerCase), isSuppliers));
  const ofVariants = await db
    .select({ sku: productVariants.externalSku })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(oneOfTexts(folded(productVariants.externalSku), inLowerCase), isSuppliers));
  const known = new Set([...ofProducts, ...ofVariants].map(({ sku }) => sku));
  for (const sku of skus.filter((each) => known.has(each))) {
    const reason = await whyNotAlone(db, sku, bearer);
    if (reason) return `${sku}: ${reason}`;
  }
  return undefined;
}
