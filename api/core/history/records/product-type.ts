import { sql } from "drizzle-orm";
import { productTypeAttributes, productTypes } from "#api/core/database/schema/index.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { choice, field, namedIn, ref } from "../fields.ts";
import { isOperator, type RecordWithHistory, recorded } from "../recorded.ts";

export const productTypeHistory = {
  table: productTypes,
  id: productTypes.id,
  name: sql`${productTypes.path}`,
  permission: "productTypes.view",
  visible: isOperator,
  tables: {
    productTypes: recorded(productTypes, {
      record: "productType",
      id: productTypes.id,
      omits: { "follows from the names": ["path"] },
      fields: {
        name: field("Name"),
        parentId: ref("Parent", "productType"),
        taxClass: choice("Tax class", namedIn(taxClassNames)),
        appliedTaxClass: choice("Tax class that applies", namedIn(taxClassNames)),
        isDisabled: field("Deactivated", "yesNo"),
      },
    }),
    productTypeAttributes: recorded(productTypeAttributes, {
      record: "productType",
      id: productTypeAttributes.productTypeId,
      part: "Attribute",
      namedBy: { column: "attributeId", ref: "attribute" },
      fields: { position: field("Position", "number") },
    }),
  },
} satisfies RecordWithHistory;
