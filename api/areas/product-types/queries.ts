import { and, asc, count, eq, isNull, notInArray } from "drizzle-orm";
import { attributesOfType } from "#api/areas/shared/type-attributes.ts";
import type { Db } from "#api/core/database/connection.ts";
import { attributes, products, productTypes } from "#api/core/database/schema/index.ts";
import { byText, contains, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { can } from "#contract/permissions.ts";
import { productTypes as operations } from "#contract/product-types/operations.ts";
import type { ProductTypeNode } from "#contract/product-types/schema.ts";
import { valueAt } from "#contract/rules/at.ts";

type ProductTypes = Operations["productTypes"];

const columns = {
  id: productTypes.id,
  name: productTypes.name,
  path: productTypes.path,
  isDisabled: productTypes.isDisabled,
  appliedTaxClass: productTypes.appliedTaxClass,
};

/** The order of types below the same parent. */
const byName = [asc(byText(productTypes.name)), asc(productTypes.id)];

export const list: Handler<ProductTypes["list"]> = (input, { db }) =>
  pageOf(
    db,
    {
      rows: db.select(columns).from(productTypes).$dynamic(),
      // Product types belong to the operator, so whoever may see one may see all of them.
      visible: undefined,
      filters: [
        contains(productTypes.name, input.name),
        input.showActiveOnly ? eq(productTypes.isDisabled, false) : undefined,
      ],
      sort: {
        name: byText(productTypes.name),
        id: productTypes.id,
        path: byText(productTypes.path),
        isDisabled: productTypes.isDisabled,
      },
      uniqueKey: productTypes.id,
    },
    input,
  );

export const get: Handler<ProductTypes["get"]> = async ({ id }, { db, caller }) => {
  const [type] = await db
    .select({ ...columns, parentId: productTypes.parentId, taxClass: productTypes.taxClass })
    .from(productTypes)
    .where(eq(productTypes.id, id));
  if (!type) throw notFound("This product type");
  const ofType = await attributesOfType(db, id);
  return {
    ...type,
    children: await childrenOf(db, id),
    attributes: ofType,
    availableAttributes: await attributesExcept(
      db,
      ofType.map(({ attributeId }) => attributeId),
    ),
    // Counts products of all suppliers, so only callers who may deactivate the type see it.
    activeProducts: can(caller.permissions, operations.deactivate) ? await activeProducts(db, id) : null,
  };
};

/** The types directly below the type, in the order of the hierarchy. */
function childrenOf(db: Db, id: number) {
  return db
    .select({ id: productTypes.id, name: productTypes.name, isDisabled: productTypes.isDisabled })
    .from(productTypes)
    .where(eq(productTypes.parentId, id))
    .orderBy(...byName);
}

async function attributesExcept(db: Db, ids: number[]) {
  return db
    .select({ id: attributes.id, name: attributes.internalName })
    .from(attributes)
    .where(and(isNull(attributes.productId), eq(attributes.isDisabled, false), notInArray(attributes.id, ids)))
    .orderBy(asc(byText(attributes.internalName)), asc(attributes.id));
}

async function activeProducts(db: Db, productTypeId: number): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(products)
    .where(and(eq(products.productTypeId, productTypeId), eq(products.isDisabled, false)));
  return row?.count ?? 0;
}

export const hierarchy: Handler<ProductTypes["hierarchy"]> = async (_input, { db }) => {
  const rows = await db
    .select({
      id: productTypes.id,
      name: productTypes.name,
      isDisabled: productTypes.isDisabled,
      appliedTaxClass: productTypes.appliedTaxClass,
      parentId: productTypes.parentId,
    })
    .from(productTypes)
    .orderBy(...byName);
  const nodes = new Map(
    rows.map(({ parentId: _, ...type }): [number, ProductTypeNode] => [type.id, { ...type, children: [] }]),
  );
  const roots: ProductTypeNode[] = [];
  for (const { id, parentId } of rows) {
    const siblings = parentId === null ? roots : nodes.get(parentId)?.children;
    siblings?.push(valueAt(nodes, id));
  }
  return roots;
};
