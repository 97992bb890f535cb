import { sameCents } from "#api/areas/shared/same-cents.ts";
import type { EditRules } from "#contract/rules/edits.ts";
import type { Work } from "./policy.ts";

/** Stock is changed by the difference, because orders change it at the same time. */
export function editRules({ config: { gstRate } }: Pick<Work, "config">): EditRules {
  return {
    counters: ["StockQuantity"],
    amounts: ["RecommendedRetailPrice", "SalePrice", "DomesticFlatRate", "InternationalFlatRate"],
    isSameAmount: sameCents(gstRate),
  };
}
