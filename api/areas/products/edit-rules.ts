import type { EditRules } from "../../../contract/rules/edits.ts";
import { sameCents } from "../shared/same-cents.ts";
import type { Work } from "./policy.ts";

/** Stock goes up and down with orders. */
export function editRules({ config: { gstRate } }: Pick<Work, "config">): EditRules {
  return {
    counters: ["StockQuantity"],
    amounts: ["RecommendedRetailPrice", "SalePrice", "DomesticFlatRate", "InternationalFlatRate"],
    isSameAmount: sameCents(gstRate),
  };
}
