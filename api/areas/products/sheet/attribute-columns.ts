/** Export columns for the attributes of products and the options of variants. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import type { StoredVariant } from "#api/areas/products/variants.ts";
import { attributesOfType } from "#api/areas/shared/type-attributes.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  attributeOptions,
  attributes,
  productAttributeOptions,
  productAttributes,
  productTypeAttributes,
} from "#api/core/database/schema/index.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import { AttributeSelectionType } from "#contract/enumerations.ts";
import { attributeTitle, clearMarker, optionSeparator } from "#contract/products/workbook.ts";
import { attributeShown, hasOptions, joined, ownShown } from "./attributes.ts";
import type { Shown } from "./fields.ts";
import { optionsIn } from "./stored-values.ts";

/** An attribute of product types. */
interface Known {
  readonly id: number;
  readonly name: string;
  readonly selectionType: number;
  /** The values of its options. */
  readonly options: readonly string[];
}

/** The attribute values of a batch of products and their variants. */
export interface SheetAttributes {
  shown(attribute: Known, productId: number, variantId: number | undefined): Shown;
  variesBy(productId: number): string;
  own(productId: number, variantId: number | undefined): string;
}

interface Row {
  product: { id: number };
  variant: { id: number } | undefined;
  /** Values of the whole batch. */
  sheetAttributes: SheetAttributes;
}

export interface AttributeColumns {
  readonly columns: readonly Column<Row>[];
  of(db: Db, batch: readonly StoredProduct[], variants: readonly StoredVariant[]): Promise<SheetAttributes>;
}

const several = `several with ${optionSeparator} between them`;
const clear = `To clear it, enter ${clearMarker}.`;

/** Returns a column for each attribute that products of this type, or of a parent or child type, can have. */
export async function attributeColumnsOf(db: Db, productTypeId: number | undefined): Promise<AttributeColumns> {
  const known = await attributesUnder(db, productTypeId);
  const ofTypes = new Map<number, ReadonlySet<number>>();
  return {
    columns: [...ofAll, ...known.map(columnOf)],
    async of(db, batch, variants) {
      for (const { productTypeId: id } of batch) if (!ofTypes.has(id)) ofTypes.set(id, await shownIdsOf(db, id));
      return attributeCells(db, batch, variants, (product) => ofTypes.get(product.productTypeId) ?? new Set());
    },
  };
}

const ofAll: readonly Column<Row>[] = [
  {
    title: "VariesBy",
    width: 24,
    kind: "text",
    note: `Of a product with variants: the attributes by which they differ, ${several}.`,
    value: ({ product, variant, sheetAttributes }) => (variant ? undefined : sheetAttributes.variesBy(product.id)),
  },
  {
    title: "OwnAttributes",
    width: 30,
    kind: "text",
    note: "Attributes that only this product has. Of a variant: its option of each, which can be changed here; all else on the product's page.",
    value: ({ product, variant, sheetAttributes }) => sheetAttributes.own(product.id, variant?.id),
  },
];

function columnOf(attribute: Known): Column<Row> {
  const isChosen = hasOptions({ attributeSelectionType: attribute.selectionType });
  return {
    title: `${attributeTitle}${attribute.name}`,
    width: 22,
    offered: isChosen ? attribute.options : undefined,
    kind: attribute.selectionType === AttributeSelectionType.boolean ? "yesNo" : "text",
    note: isChosen ? `The options that the product has, ${several}; of a variant, its own. ${clear}` : clear,
    value: ({ product, variant, sheetAttributes }: Row) => sheetAttributes.shown(attribute, product.id, variant?.id),
  } as Column<Row>;
}

async function shownIdsOf(db: Db, typeId: number): Promise<ReadonlySet<number>> {
  const all = await attributesOfType(db, typeId);
  return new Set(all.filter(({ isDisabled }) => !isDisabled).map(({ attributeId }) => attributeId));
}

/** Attributes of types: of all types, or of the type, its descendants and its ancestors. */
function attributesUnder(db: Db, productTypeId: number | undefined): Promise<Known[]> {
  const { productTypeId: typeId, attributeId } = productTypeAttributes;
  const isInLine =
    productTypeId === undefined
      ? undefined
      : sql`${typeId} in (
          with recursive below as (
            select id from product_types where id = ${productTypeId}
            union select type.id from product_types type join below on type.parent_id = below.id
          ), above as (
            select id, parent_id from product_types where id = ${productTypeId}
            union select type.id, type.parent_id from product_types type join above on type.id = above.parent_id
          )
          select id from below union select id from above)`;
  const ofTypes = db.select({ id: attributeId }).from(productTypeAttributes).where(isInLine);
  return db
    .select({
      id: attributes.id,
      name: attributes.internalName,
      selectionType: attributes.selectionType,
      options: sql<string[]>`coalesce(
        json_agg(${attributeOptions.value} order by ${attributeOptions.position}, ${attributeOptions.id}) filter (where ${attributeOptions.id} is not null), '[]')`,
    })
    .from(attributes)
    .leftJoin(attributeOptions, eq(attributeOptions.attributeId, attributes.id))
    .where(and(isNull(attributes.productId), eq(attributes.isDisabled, false), inArray(attributes.id, ofTypes)))
    .groupBy(attributes.id)
    .orderBy(asc(sql`lower(${attributes.internalName})`), asc(attributes.id));
}

async function attributeCells(
  db: Db,
  batch: readonly StoredProduct[],
  variants: readonly StoredVariant[],
  idsOf: (product: StoredProduct) => ReadonlySet<number>,
): Promise<SheetAttributes> {
  const ids = batch.map(({ id }) => id);
  const [storedValues, used, own, optionsOfVariant] = [
    await storedValuesOf(db, ids),
    await usedOf(db, ids),
    await ownOf(db, ids),
    await optionsOf(db, variants),
  ];
  const chosen = (variantId: number, attributeId: number) =>
    optionsOfVariant(variantId)
      .filter((option) => option.attributeId === attributeId)
      .map(({ value }) => value);
  const values = new Map(storedValues.map((each) => [at(each), each.value]));
  const optionsUsed = grouped(used, at);
  const ofProduct = grouped(storedValues, ({ productId }) => productId);
  const ownOfProduct = grouped(own, ({ productId }) => productId);
  const shownTo = new Map(batch.map((product) => [product.id, idsOf(product)]));
  return {
    shown({ id: attributeId, selectionType }, productId, variantId) {
      if (!shownTo.get(productId)?.has(attributeId)) return undefined;
      if (variantId !== undefined) return joined(chosen(variantId, attributeId)) || undefined;
      const key = at({ productId, attributeId });
      const attributeOptions = (optionsUsed.get(key) ?? []).map(({ value: optionValue }) => ({
        optionValue,
        isUsed: true,
      }));
      return attributeShown({ attributeSelectionType: selectionType, value: values.get(key) ?? "", attributeOptions });
    },
    variesBy(productId) {
      const varying = (ofProduct.get(productId) ?? []).filter(({ useForVariations }) => useForVariations);
      return joined(
        varying
          .filter(({ isOwn, attributeId }) => isOwn || shownTo.get(productId)?.has(attributeId))
          .map(({ name }) => name),
      );
    },
    own(productId, variantId) {
      const attributesOfIt = ownOfProduct.get(productId) ?? [];
      if (variantId === undefined) return ownShown(attributesOfIt);
      return ownShown(
        attributesOfIt
          .map(({ attributeId, name }) => ({ name, options: chosen(variantId, attributeId) }))
          .filter(({ options }) => options.length > 0),
      );
    },
  };
}

const at = ({ productId, attributeId }: { productId: number; attributeId: number }) => `${productId} ${attributeId}`;

function grouped<T, K>(rows: readonly T[], keyOf: (row: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const storedValuesOf = (db: Db, ids: readonly number[]) =>
  db
    .select({
      productId: productAttributes.productId,
      attributeId: attributes.id,
      name: attributes.internalName,
      isOwn: sql<boolean>`${attributes.productId} is not null`,
      useForVariations: productAttributes.useForVariations,
      value: productAttributes.value,
    })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .where(inArray(productAttributes.productId, [...ids]))
    .orderBy(asc(attributes.id));

const usedOf = (db: Db, ids: readonly number[]) =>
  db
    .select({
      productId: productAttributeOptions.productId,
      attributeId: attributes.id,
      value: attributeOptions.value,
    })
    .from(productAttributeOptions)
    .innerJoin(attributeOptions, eq(attributeOptions.id, productAttributeOptions.optionId))
    .innerJoin(attributes, eq(attributes.id, attributeOptions.attributeId))
    .where(and(inArray(productAttributeOptions.productId, [...ids]), isNull(attributes.productId)))
    .orderBy(asc(attributeOptions.position), asc(attributeOptions.id));

/** Attributes of one product alone, with all their options. */
async function ownOf(db: Db, ids: readonly number[]) {
  const { rows } = await db.execute<{ productId: number; attributeId: number; name: string; options: string[] }>(sql`
    select ${attributes.productId} as "productId", ${attributes.id} as "attributeId", ${attributes.internalName} as name,
      coalesce(json_agg(${attributeOptions.value} order by ${attributeOptions.position}, ${attributeOptions.id}) filter (where ${attributeOptions.id} is not null), '[]') as options
    from ${attributes} left join ${attributeOptions} on ${attributeOptions.attributeId} = ${attributes.id}
    where ${inArray(attributes.productId, [...ids])}
    group by ${attributes.id} order by ${attributes.id}`);
  return rows;
}

/** No option has this id. */
const none = 0;

/** Returns the options of each of the variants. */
export async function optionsOf(db: Db, variants: readonly StoredVariant[]) {
  const ids = [...new Set(variants.flatMap(optionsIn)), none];
  const rows = await db
    .select({ id: attributeOptions.id, attributeId: attributeOptions.attributeId, value: attributeOptions.value })
    .from(attributeOptions)
    .where(inArray(attributeOptions.id, ids));
  const options = new Map(rows.map((row) => [row.id, row]));
  const byVariant = new Map(
    variants.map((variant) => [variant.id, optionsIn(variant).flatMap((id) => options.get(id) ?? [])]),
  );
  return (variantId: number) => byVariant.get(variantId) ?? [];
}
