import { and, asc, eq, isNull, or } from "drizzle-orm";
import { attributeOptions, attributes, productTypeAttributes, productTypes } from "#api/core/database/schema/index.ts";
import { byText, contains, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { attributeDataTypes, attributeSelectionTypes } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";

type Attributes = Operations["attributes"];

const columns = {
  id: attributes.id,
  name: attributes.internalName,
  displayName: attributes.displayName,
  isDisabled: attributes.isDisabled,
};

export const list: Handler<Attributes["list"]> = (input, { db }) =>
  pageOf(
    db,
    {
      rows: db.select(columns).from(attributes).$dynamic(),
      // Shared attributes are visible to everybody with the permission; product-specific ones belong to suppliers.
      visible: isNull(attributes.productId),
      filters: [
        or(contains(attributes.internalName, input.name), contains(attributes.displayName, input.name)),
        input.showActiveOnly ? eq(attributes.isDisabled, false) : undefined,
      ],
      sort: {
        name: byText(attributes.internalName),
        id: attributes.id,
        displayName: byText(attributes.displayName),
        isDisabled: attributes.isDisabled,
      },
      uniqueKey: attributes.id,
    },
    input,
  );

export const get: Handler<Attributes["get"]> = async ({ id }, { db }) => {
  const [attribute] = await db
    .select({ ...columns, selectionType: attributes.selectionType, optionDataType: attributes.optionDataType })
    .from(attributes)
    .where(and(eq(attributes.id, id), isNull(attributes.productId)));
  if (!attribute) throw notFound("This attribute");
  const values = await db
    .select({ id: attributeOptions.id, code: attributeOptions.code, value: attributeOptions.value })
    .from(attributeOptions)
    .where(eq(attributeOptions.attributeId, id))
    .orderBy(asc(attributeOptions.position), asc(attributeOptions.id));
  const usedBy = await db
    .select({ id: productTypes.id, name: productTypes.path })
    .from(productTypeAttributes)
    .innerJoin(productTypes, eq(productTypes.id, productTypeAttributes.productTypeId))
    .where(eq(productTypeAttributes.attributeId, id))
    .orderBy(asc(byText(productTypes.path)));
  return { ...attribute, values, productTypes: usedBy };
};

export const optionInfo: Handler<Attributes["optionInfo"]> = async () => ({
  selectionTypeOptions: [...attributeSelectionTypes],
  optionDataTypes: [...attributeDataTypes],
});
