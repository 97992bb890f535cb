/** Product types in three levels, with their attributes. */
import type { Db } from "#api/core/database/connection.ts";
import { productTypeAttributes, productTypes } from "#api/core/database/schema/index.ts";
import { type TaxClass, taxClassOf } from "#contract/rules/tax-class.ts";
import { attributeIdOf } from "./attributes.ts";

interface DemoType {
  name: string;
  parent?: string;
  attributes?: string[];
  isDisabled?: true;
  taxClass?: TaxClass;
}

/** Parents come before their children. */
const types: readonly DemoType[] = [
  { name: "Home", attributes: ["Material", "Colour", "Care Instructions"] },
  { name: "Kitchen", parent: "Home", attributes: ["Dishwasher Safe"] },
  { name: "Boards and Trays", parent: "Kitchen", attributes: ["Timber", "Length (cm)"] },
  { name: "Cookware", parent: "Kitchen", attributes: ["Capacity (L)", "Hob Types"] },
  { name: "Bedding", parent: "Home", attributes: ["Bed Size"] },
  { name: "Lighting", parent: "Home", attributes: ["Power Source"] },
  { name: "Outdoor", attributes: ["Colour", "Warranty"] },
  { name: "Camping", parent: "Outdoor", attributes: ["Season Rating"] },
  { name: "Tents", parent: "Camping", attributes: ["Sleeps"] },
  { name: "Apparel", attributes: ["Clothing Size", "Colour", "Material"] },
  { name: "Footwear", parent: "Apparel", attributes: ["Shoe Size"] },
  { name: "Gift Cards", isDisabled: true },
  { name: "Food", taxClass: "gstFree" },
];

export const productTypeIdOf = (name: string | undefined) => types.findIndex((type) => type.name === name) + 1;

export async function seedProductTypes(db: Db): Promise<void> {
  await db.insert(productTypes).values(
    types.map(({ name, parent, isDisabled = false, taxClass }) => ({
      id: productTypeIdOf(name),
      name,
      parentId: parent ? productTypeIdOf(parent) : null,
      path: pathOf(name),
      isDisabled,
      taxClass,
      appliedTaxClass: taxClassOfType(name),
    })),
  );
  await db.insert(productTypeAttributes).values(
    types.flatMap(({ name, attributes = [] }) =>
      attributes.map((attribute, i) => ({
        productTypeId: productTypeIdOf(name),
        attributeId: attributeIdOf(attribute),
        position: i + 1,
      })),
    ),
  );
}

/** Of a type without children or parents that have another class. */
export const taxClassOfType = (name: string): TaxClass =>
  taxClassOf(types.find((type) => type.name === name)?.taxClass);

export const isTypeDisabled = (name: string) => types.find((type) => type.name === name)?.isDisabled === true;

/** Returns the attributes of the type, inherited ones first. */
export function attributeNamesOf(name: string): string[] {
  const type = types.find((candidate) => candidate.name === name);
  return type ? [...(type.parent ? attributeNamesOf(type.parent) : []), ...(type.attributes ?? [])] : [];
}

function pathOf(name: string): string {
  const parent = types.find((type) => type.name === name)?.parent;
  return parent ? `${pathOf(parent)} > ${name}` : name;
}
