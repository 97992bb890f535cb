import { eq } from "drizzle-orm";
import { deactivateProducts } from "#api/areas/shared/deactivate-products.ts";
import { writeTaxClasses } from "#api/areas/shared/tax-classes.ts";
import { edited } from "#api/core/commands/edits.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { products, productTypes } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { productTypeDetails } from "#contract/product-types/edits.ts";
import { taxClassOf } from "#contract/rules/tax-class.ts";
import { lockTree, pathAt, typeWithId, writePaths } from "./tree.ts";

type ProductTypes = Operations["productTypes"];

export const add: Handler<ProductTypes["add"]> = async (input, { db }) => {
  await lockTree(db);
  const place = { name: input.Name, parentId: input.ParentProductTypeId };
  const taxClass = input.TaxClass ?? null;
  const parent = place.parentId === null ? undefined : await typeWithId(db, place.parentId, "The parent");
  return db
    .insert(productTypes)
    .values({
      ...place,
      path: await pathAt(db, place),
      taxClass,
      appliedTaxClass: taxClassOf(taxClass, parent?.appliedTaxClass),
    })
    .returning({ id: productTypes.id })
    .then(insertedId);
};

export const updateDetails: Handler<ProductTypes["updateDetails"]> = async (sent, { db, config }) => {
  await lockTree(db);
  const type = await typeWithId(db, sent.ProductTypeId);
  const input = edited(sent, productTypeDetails(type));
  const place = { id: type.id, name: input.Name, parentId: input.ParentProductTypeId };
  const path = await pathAt(db, place);
  const { TaxClass: taxClass = type.taxClass } = input;
  await db
    .update(productTypes)
    .set({ name: place.name, parentId: place.parentId, taxClass })
    .where(eq(productTypes.id, type.id));
  await writePaths(db, type.id, path);
  await writeTaxClasses(db, type.id, config.gstRate);
  return null;
};

export const deactivate: Handler<ProductTypes["deactivate"]> = async (input, { db }) => {
  const type = await typeWithId(db, input.ProductTypeId);
  await db.update(productTypes).set({ isDisabled: true }).where(eq(productTypes.id, type.id));
  await deactivateProducts(db, eq(products.productTypeId, type.id));
  return null;
};

export const activate: Handler<ProductTypes["activate"]> = async (input, { db }) => {
  const type = await typeWithId(db, input.ProductTypeId);
  await db.update(productTypes).set({ isDisabled: false }).where(eq(productTypes.id, type.id));
  return null;
};
