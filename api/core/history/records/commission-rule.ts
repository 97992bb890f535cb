import { sql } from "drizzle-orm";
import { commissionRules } from "#api/core/database/schema/index.ts";
import { choice, field, namedIn, ref } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

export const commissionRuleHistory = {
  table: commissionRules,
  id: commissionRules.id,
  name: sql`${commissionRules.name}`,
  permission: "commissionRules.view",
  visible: () => undefined,
  tables: {
    commissionRules: recorded(commissionRules, {
      record: "commissionRule",
      id: commissionRules.id,
      fields: {
        name: field("Name"),
        position: field("Position", "number"),
        marketplaceId: ref("Marketplace", "marketplace"),
        supplierId: ref("Supplier", "supplier"),
        productTypeId: ref("Product type", "productType"),
        priceFrom: field("Price from", "dollars"),
        priceTo: field("Price to", "dollars"),
        fromDay: field("From day", "day"),
        untilDay: field("Until day", "day"),
        rate: field("Commission", "fraction"),
        fixedAmount: field("Fixed amount ex GST", "dollars"),
        fixedPer: choice("Fixed amount for each", namedIn({ line: "Line item", piece: "Piece" })),
        minimum: field("Minimum ex GST", "dollars"),
        maximum: field("Maximum ex GST", "dollars"),
        onShipping: field("Also of the shipping", "yesNo"),
      },
    }),
  },
} satisfies RecordWithHistory;
