import { and, isNull, sql } from "drizzle-orm";
import { attributeOptions, attributes } from "#api/core/database/schema/index.ts";
import { attributeDataTypes, attributeSelectionTypes } from "#contract/enumerations.ts";
import { choice, field } from "../fields.ts";
import { isOperator, type RecordWithHistory, recorded } from "../recorded.ts";

/** Attributes of a single product are parts of it. */
const ofAttribute = {
  record: "attribute",
  id: attributes.id,
  unless: { record: "product", id: attributes.productId },
} as const;

export const attributeHistory = {
  table: attributes,
  id: attributes.id,
  name: sql`${attributes.displayName}`,
  permission: "attributes.view",
  visible: (caller) => and(isOperator(caller), isNull(attributes.productId)),
  tables: {
    attributes: recorded(attributes, {
      ...ofAttribute,
      omits: { "says whose attribute it is, and never changes": ["productId"] },
      part: "Attribute",
      namedBy: { column: "displayName" },
      fields: {
        internalName: field("Internal name"),
        displayName: field("Display name"),
        selectionType: choice("Selection type", attributeSelectionTypes),
        optionDataType: choice("Data type", attributeDataTypes),
        isDisabled: field("Deactivated", "yesNo"),
      },
    }),
    attributeOptions: recorded(attributeOptions, {
      ...ofAttribute,
      through: "attributeId",
      part: "Option",
      namedBy: { column: "id", ref: "option" },
      fields: { code: field("Code"), value: field("Value"), position: field("Position", "number") },
    }),
  },
} satisfies RecordWithHistory;
