import { sameCents } from "#api/areas/shared/same-cents.ts";
import { productFields, shippingFields } from "#contract/products/fields.ts";
import { commandsOf } from "#contract/records/fields.ts";
import type { EditRules } from "#contract/rules/edits.ts";
import type { Work } from "./policy.ts";

/** Stock is changed by the difference, because orders change it at the same time. */
export function editRules({ config: { gstRate } }: Pick<Work, "config">): EditRules {
  return {
    counters: commandsOf(productFields, "wholeNumber"),
    amounts: commandsOf({ ...productFields, ...shippingFields }, "priceExGst"),
    isSameAmount: sameCents(gstRate),
  };
}
