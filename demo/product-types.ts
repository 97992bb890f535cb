/** The product types in three levels, and which attributes they bring along. */
import type { Db } from "../api/database/connection.ts";
import { productTypeAttributes, productTypes } from "../api/database/schema/index.ts";
import { attributeIdOf } from "./attributes.ts";

interface DemoType {
  name: string;
  parent?: string;
  attributes?: string[];
  isDisabled?: true;
}

/** Parents stand before what is below them. */
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
];

const idOf = (name: string | undefined) => types.findIndex((type) => type.name === name) + 1;

export async function seedProductTypes(db: Db): Promise<void> {
  await db
    .insert(productTypes)
    .values(
      types.map(({ name, parent, isDisabled = false }) => ({ id: idOf(name), name, parentId: parent ? idOf(parent) : null, path: pathOf(name), isDisabled })),
    );
  await db
    .insert(productTypeAttributes)
    .values(
      types.flatMap(({ name, attributes = [] }) =>
        attributes.map((attribute, i) => ({ productTypeId: idOf(name), attributeId: attributeIdOf(attribute), position: i + 1 })),
      ),
    );
}

function pathOf(name: string): string {
  const parent = types.find((type) => type.name === name)?.parent;
  return parent ? `${pathOf(parent)} > ${name}` : name;
}
