/** Attributes with their options. */
import type { Db } from "#api/core/database/connection.ts";
import { attributeOptions, attributes } from "#api/core/database/schema/index.ts";
import { AttributeDataType, AttributeSelectionType } from "#contract/enumerations.ts";
import { withCodes } from "#contract/rules/attribute-options.ts";

const { boolean, singleSelect, multiSelect, text } = AttributeSelectionType;
const { number } = AttributeDataType;

interface DemoAttribute {
  /** The internal name. */
  name: string;
  displayName?: string;
  selectionType: number;
  optionDataType?: number;
  options?: string[];
  isDisabled?: true;
}

const colours = [
  "Black",
  "White",
  "Charcoal",
  "Sand",
  "Navy",
  "Ocean Blue",
  "Eucalypt Green",
  "Wattle Yellow",
  "Terracotta",
  "Blush",
  "Plum",
  "Natural",
];

const all: readonly DemoAttribute[] = [
  { name: "Colour", selectionType: singleSelect, options: colours },
  {
    name: "Material",
    selectionType: multiSelect,
    options: [
      "Cotton",
      "Linen",
      "Wool",
      "Bamboo",
      "Stainless Steel",
      "Ceramic",
      "Glass",
      "Leather",
      "Recycled Polyester",
    ],
  },
  {
    name: "Clothing Size",
    displayName: "Size",
    selectionType: singleSelect,
    options: ["XS", "S", "M", "L", "XL", "2XL", "3XL"],
  },
  {
    name: "Shoe Size",
    displayName: "Size",
    selectionType: singleSelect,
    optionDataType: number,
    options: ["5", "6", "7", "8", "9", "10", "11", "12", "13"],
  },
  {
    name: "Bed Size",
    displayName: "Size",
    selectionType: singleSelect,
    options: ["Single", "King Single", "Double", "Queen", "King", "Super King"],
  },
  {
    name: "Timber",
    selectionType: singleSelect,
    options: ["Tasmanian Oak", "Blackwood", "Jarrah", "Spotted Gum", "Camphor Laurel", "Acacia"],
  },
  {
    name: "Length (cm)",
    displayName: "Length",
    selectionType: singleSelect,
    optionDataType: number,
    options: ["25", "30", "40", "50", "60", "75"],
  },
  {
    name: "Capacity (L)",
    displayName: "Capacity",
    selectionType: singleSelect,
    optionDataType: number,
    options: ["0.5", "1", "1.5", "2", "3.5", "5"],
  },
  {
    name: "Hob Types",
    displayName: "Works on",
    selectionType: multiSelect,
    options: ["Gas", "Electric", "Ceramic", "Induction", "Campfire"],
  },
  { name: "Dishwasher Safe", selectionType: boolean },
  { name: "Care Instructions", displayName: "Care", selectionType: text },
  { name: "Power Source", selectionType: singleSelect, options: ["Mains", "Battery", "Solar", "USB"] },
  {
    name: "Season Rating",
    selectionType: singleSelect,
    options: ["1 Season", "2 Season", "3 Season", "4 Season"],
    isDisabled: true,
  },
  { name: "Sleeps", selectionType: singleSelect, optionDataType: number, options: ["1", "2", "3", "4", "6", "8"] },
  {
    name: "Warranty",
    selectionType: singleSelect,
    options: ["1 Year", "2 Years", "5 Years", "Lifetime"],
    isDisabled: true,
  },
];

export const attributeIdOf = (name: string) => all.findIndex((attribute) => attribute.name === name) + 1;

export async function seedAttributes(db: Db): Promise<void> {
  await db.insert(attributes).values(
    all.map(
      ({ name, displayName = name, selectionType, optionDataType = AttributeDataType.text, isDisabled = false }) => ({
        id: attributeIdOf(name),
        internalName: name,
        displayName,
        selectionType,
        optionDataType,
        isDisabled,
      }),
    ),
  );
  const options = all.flatMap(({ name, options: values = [] }) => {
    const wanted = values.map((value) => ({ code: "", value }));
    return withCodes([], wanted).map((option, i) => ({ ...option, attributeId: attributeIdOf(name), position: i + 1 }));
  });
  await db.insert(attributeOptions).values(options);
}
