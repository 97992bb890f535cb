/** The attributes that a product type defines itself, and their order. */
import { and, asc, eq, isNull, max } from "drizzle-orm";
import { attributesOfType } from "#api/areas/shared/type-attributes.ts";
import type { Db } from "#api/core/database/connection.ts";
import { attributes, productTypeAttributes } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { typeWithId } from "./tree.ts";

type ProductTypes = Operations["productTypes"];

export const addAttribute: Handler<ProductTypes["addAttribute"]> = async (input, { db }) => {
  const type = await typeWithId(db, input.ProductTypeId);
  const [attribute] = await db
    .select()
    .from(attributes)
    .where(and(eq(attributes.id, input.AttributeId), isNull(attributes.productId)));
  if (!attribute) throw notFound("This attribute");
  if (attribute.isDisabled) throw invalid({ AttributeId: ["This attribute is disabled. Activate it first."] });
  const known = (await attributesOfType(db, type.id)).find(({ attributeId }) => attributeId === attribute.id);
  if (known?.isInherited)
    throw invalid({ AttributeId: [`This product type already has it, from ${known.sourceProductType}.`] });
  if (!known)
    await db
      .insert(productTypeAttributes)
      .values({ productTypeId: type.id, attributeId: attribute.id, position: await nextPosition(db, type.id) });
  return null;
};

async function nextPosition(db: Db, productTypeId: number): Promise<number> {
  const [last] = await db
    .select({ position: max(productTypeAttributes.position) })
    .from(productTypeAttributes)
    .where(eq(productTypeAttributes.productTypeId, productTypeId));
  return (last?.position ?? 0) + 1;
}

export const removeAttribute: Handler<ProductTypes["removeAttribute"]> = async (input, { db }) => {
  const type = await typeWithId(db, input.ProductTypeId);
  const known = (await attributesOfType(db, type.id)).find(({ attributeId }) => attributeId === input.AttributeId);
  if (!known) throw notFound("This attribute of the product type");
  if (known.isInherited)
    throw conflict(`This attribute comes from ${known.sourceProductType}. You can remove it there.`);
  await db.delete(productTypeAttributes).where(isLink(type.id, input.AttributeId));
  return null;
};

export const reorderAttributes: Handler<ProductTypes["reorderAttributes"]> = async (input, { db }) => {
  const type = await typeWithId(db, input.ProductTypeId);
  const stored = await db
    .select({ id: productTypeAttributes.attributeId })
    .from(productTypeAttributes)
    .where(eq(productTypeAttributes.productTypeId, type.id))
    .orderBy(asc(productTypeAttributes.position));
  const inherited = (await attributesOfType(db, type.id))
    .filter(({ isInherited }) => isInherited)
    .map(({ attributeId }) => attributeId);
  const wanted = input.AttributeIds.filter((id) => !inherited.includes(id));
  const isComplete = wanted.length === stored.length && stored.every(({ id }) => wanted.includes(id));
  if (!isComplete)
    throw conflict(
      "The attributes of this product type have changed in the meantime. Please check them and order them again.",
    );
  for (const [i, id] of wanted.entries()) {
    await db
      .update(productTypeAttributes)
      .set({ position: i + 1 })
      .where(isLink(type.id, id));
  }
  return null;
};

const isLink = (productTypeId: number, attributeId: number) =>
  and(eq(productTypeAttributes.productTypeId, productTypeId), eq(productTypeAttributes.attributeId, attributeId));
