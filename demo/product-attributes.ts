import type {
  attributeOptions,
  attributes,
  productAttributeOptions,
  productAttributes,
} from "#api/core/database/schema/index.ts";
import { AttributeDataType, AttributeSelectionType } from "#contract/enumerations.ts";
import { withCodes } from "#contract/rules/attribute-options.ts";
import { ownAttributes } from "./product-kinds.ts";
import type { DemoProduct } from "./product-rows.ts";
import { attributeNamesOf } from "./product-types.ts";
import type { Random } from "./random.ts";

interface Option {
  id: number;
  value: string;
}

interface Attribute {
  id: number;
  selectionType: number;
  options: readonly Option[];
}

/** The attributes that products choose from, and counters for the ids of new records. */
export interface Choices {
  byName: ReadonlyMap<string, Attribute>;
  nextAttribute: number;
  nextOption: number;
}

export interface AttributesOfProduct {
  ownAttributes: (typeof attributes.$inferInsert)[];
  ownOptions: (typeof attributeOptions.$inferInsert)[];
  values: (typeof productAttributes.$inferInsert)[];
  used: (typeof productAttributeOptions.$inferInsert)[];
  /** For each attribute with variants, the options of the product. */
  varying: Option[][];
}

const { boolean, singleSelect, multiSelect, text } = AttributeSelectionType;

export function attributesOfProduct(product: DemoProduct, choices: Choices, random: Random): AttributesOfProduct {
  const { row, kind } = product;
  const made: AttributesOfProduct = { ownAttributes: [], ownOptions: [], values: [], used: [], varying: [] };
  for (const name of attributeNamesOf(kind.type)) {
    const attribute = choices.byName.get(name);
    if (!attribute) continue;
    if (row.hasVariants && kind.varies.includes(name)) vary(made, row.id, attribute, random);
    else if (random.chance(0.7)) say(made, row.id, attribute, random);
  }
  for (const name of kind.varies.filter((varied) => row.hasVariants && varied in ownAttributes))
    vary(made, row.id, addOwn(made, row.id, name, choices), random);
  return made;
}

function vary(made: AttributesOfProduct, productId: number, { id, options }: Attribute, random: Random): void {
  const isOwn = made.ownAttributes.some((own) => own.id === id);
  // Two attributes of at most four and three options make twelve variants.
  const some = isOwn
    ? [...options]
    : random.some(options, made.varying.length === 0 ? random.between(2, 4) : random.between(2, 3));
  made.varying.push(some);
  made.values.push({ productId, attributeId: id, useForVariations: true });
  made.used.push(...some.map((option) => ({ productId, optionId: option.id })));
}

const care = [
  "Wipe with a damp cloth.",
  "Wash cold, dry in the shade.",
  "Keep out of direct sun.",
  "Oil twice a year.",
] as const;

function say(
  made: AttributesOfProduct,
  productId: number,
  { id, selectionType, options }: Attribute,
  random: Random,
): void {
  const chosen =
    selectionType === singleSelect
      ? random.some(options, 1)
      : selectionType === multiSelect
        ? random.some(options, random.between(1, 3))
        : [];
  const values: Record<number, string> = { [boolean]: String(random.chance(0.6)), [text]: random.pick(care) };
  made.values.push({ productId, attributeId: id, value: values[selectionType] ?? "" });
  made.used.push(...chosen.map((option) => ({ productId, optionId: option.id })));
}

function addOwn(made: AttributesOfProduct, productId: number, name: string, choices: Choices): Attribute {
  const id = choices.nextAttribute++;
  const named = withCodes(
    [],
    (ownAttributes[name] ?? []).map((value) => ({ code: "", value })),
  );
  const options = named.map((option, i) => ({ ...option, id: choices.nextOption++, attributeId: id, position: i + 1 }));
  made.ownAttributes.push({
    id,
    productId,
    internalName: name,
    displayName: name,
    selectionType: singleSelect,
    optionDataType: AttributeDataType.text,
  });
  made.ownOptions.push(...options);
  return { id, selectionType: singleSelect, options };
}
