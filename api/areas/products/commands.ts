import { and, eq } from "drizzle-orm";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { deactivateProducts } from "#api/areas/shared/deactivate-products.ts";
import { listProduct } from "#api/areas/shared/listings.ts";
import { appliedTaxClass } from "#api/areas/shared/tax-classes.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { products, suppliers } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { forbidden, notFound, refuse } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { productToChange, type StoredProduct, updateListings, type Work } from "./policy.ts";
import { whyNotOfType, whyNotPriced } from "./refusals.ts";
import { whyNotAlone } from "./same-sku.ts";

type Products = Operations["products"];

export const add: Handler<Products["add"]> = async (input, context) => {
  refuse({
    SkuIsShared:
      input.SkuIsShared === false &&
      (await whyNotAlone(context.db, input.ExternalSku, { supplierId: input.SupplierId })),
  });
  return makeProduct(context, input);
};

/**
 * Creates a product. It awaits approval on every marketplace that its supplier has an active agreement with. Returns
 * its id.
 */
export async function makeProduct(
  work: Work,
  input: Omit<InputOf<Products["add"]>, "Id" | "SkuIsShared">,
): Promise<number> {
  const { db, caller } = work;
  const [supplier] = await db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, input.SupplierId), visibleTo(caller, suppliers.id)));
  if (!supplier) throw notFound("This supplier");
  if (!mayManageProducts(caller, supplier.id)) throw forbidden();
  const { ProductTypeId: productTypeId, TaxClass: taxClass = null } = input;
  const applied = await appliedTaxClass(db, { taxClass, productTypeId });
  refuse({
    ProductTypeId: await whyNotOfType(db, productTypeId),
    RecommendedRetailPrice: whyNotPriced(input.RecommendedRetailPrice, rateOf(applied, work.config.gstRate)),
  });
  const id = await db
    .insert(products)
    .values({
      supplierId: supplier.id,
      productTypeId,
      taxClass,
      appliedTaxClass: applied,
      name: input.Name,
      externalSku: input.ExternalSku,
      hasVariants: input.HasVariants,
      recommendedRetailPrice: input.RecommendedRetailPrice,
      salePrice: input.RecommendedRetailPrice,
    })
    .returning({ id: products.id })
    .then(insertedId);
  await listProduct(db, id);
  return id;
}

export const deactivate: Handler<Products["deactivate"]> = async (input, context) => {
  const product = await productToChange(context, input.ProductId);
  await deactivateProducts(context.db, eq(products.id, product.id));
  return null;
};

/** The product is sold again where it was approved, and awaits approval where an agreement began in the meantime. */
export const activate: Handler<Products["activate"]> = async (input, context) => {
  const product = await productToChange(context, input.ProductId);
  if (product.isDisabled) await activateProduct(context, product);
  return null;
};

export async function activateProduct(work: Work, product: StoredProduct): Promise<void> {
  // A supplier agreement that begins concurrently must see the product, or be seen here.
  await work.db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, product.supplierId)).for("share");
  await work.db.update(products).set({ isDisabled: false }).where(eq(products.id, product.id));
  await updateListings(work, product.id, "sold by");
  await listProduct(work.db, product.id);
}
